"""To-do and shopping lists."""

from __future__ import annotations

from homeassistant.components.todo import TodoItem, TodoItemStatus, TodoListEntity, TodoListEntityFeature

from .world import InventedEntity, Values, platform


class InventedTodoList(InventedEntity, TodoListEntity):
    """A list of open items and of done ones."""

    _attr_supported_features = (
        TodoListEntityFeature.CREATE_TODO_ITEM | TodoListEntityFeature.UPDATE_TODO_ITEM | TodoListEntityFeature.DELETE_TODO_ITEM
    )

    def read_spec(self, spec: Values) -> Values:
        return {"items": list(spec.get("items", [])), "done": list(spec.get("done", []))}

    def apply(self) -> None:
        statuses = ((TodoItemStatus.NEEDS_ACTION, "items"), (TodoItemStatus.COMPLETED, "done"))
        self._attr_todo_items = [
            TodoItem(summary=summary, uid=summary, status=status) for status, key in statuses for summary in self.shown[key]
        ]

    def view(self) -> Values:
        return {"items": self.shown["items"], "done": self.shown["done"]}

    async def async_create_todo_item(self, item: TodoItem) -> None:
        self.command({"items": [*self.shown["items"], item.summary]})

    async def async_update_todo_item(self, item: TodoItem) -> None:
        items = [summary for summary in self.shown["items"] if summary != item.uid]
        done = [summary for summary in self.shown["done"] if summary != item.uid]
        (done if item.status is TodoItemStatus.COMPLETED else items).append(item.summary)
        self.command({"items": items, "done": done})

    async def async_delete_todo_items(self, uids: list[str]) -> None:
        self.command({key: [summary for summary in self.shown[key] if summary not in uids] for key in ("items", "done")})


async_setup_entry = platform("todo", InventedTodoList)
