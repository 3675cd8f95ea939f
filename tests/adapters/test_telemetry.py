"""Telemetry: spans reach a real collector where one is configured, and nothing is recorded where none is.

OpenTelemetry's provider can be set once a process, so each case runs in a process of its own.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

PROGRAM = """
import sys
from ha_assist.adapters.settings import Telemetry
from ha_assist.adapters.telemetry import configure
from opentelemetry import trace

providers = [configure(Telemetry(endpoint=sys.argv[1] or None)) for _ in range(2)]
with trace.get_tracer("test").start_as_current_span("a span") as span:
    print("recording" if span.is_recording() else "not recording", [provider is not None for provider in providers])
if providers[0]:
    providers[0].shutdown()
"""


@dataclass
class Collector:
    url: str = ""
    received: list[tuple[str, ExportTraceServiceRequest]] = field(default_factory=list)


@pytest.fixture
def collector() -> Iterator[Collector]:
    collector = Collector()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            collector.received.append((self.path, ExportTraceServiceRequest.FromString(body)))
            self.send_response(200)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    collector.url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield collector
    server.shutdown()
    server.server_close()


def run(endpoint: str, **environ: str) -> str:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("OTEL_")}
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM, endpoint], env=clean | environ, capture_output=True, text=True, check=True, timeout=60
    )
    return result.stdout.strip()


def service(request: ExportTraceServiceRequest) -> str:
    attributes = request.resource_spans[0].resource.attributes
    return next(attribute.value.string_value for attribute in attributes if attribute.key == "service.name")


def test_nothing_is_recorded_without_a_collector() -> None:
    assert run("") == "not recording [False, False]"


@pytest.mark.parametrize("path", ["", "/", "/v1/traces"])
def test_spans_reach_the_configured_collector(collector: Collector, path: str) -> None:
    assert run(collector.url + path) == "recording [True, False]"
    ((path, request),) = collector.received
    assert path == "/v1/traces"
    assert request.resource_spans[0].scope_spans[0].spans[0].name == "a span"
    assert service(request) == "ha-assist"


def test_the_standard_variables_work_too(collector: Collector) -> None:
    assert run("", OTEL_EXPORTER_OTLP_ENDPOINT=collector.url, OTEL_SERVICE_NAME="my-house") == "recording [True, False]"
    ((path, request),) = collector.received
    assert (path, service(request)) == ("/v1/traces", "my-house")
