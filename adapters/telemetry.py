"""Traces by OpenTelemetry: sent to a collector where one is configured, otherwise not even recorded."""

import os
from collections.abc import Mapping

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

from .settings import Telemetry

_TRACES_PATH = "/v1/traces"
_ENDPOINT_VARIABLES = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")


def configure(telemetry: Telemetry, environ: Mapping[str, str] | None = None) -> TracerProvider | None:
    """Send spans to the collector at ``telemetry.endpoint`` or at the standard variables' endpoint.

    Returns the provider, whose ``shutdown()`` sends what is left, or None where no collector is configured: then the API's
    no-op tracer stays. Once a process; a provider that somebody else has installed (auto-instrumentation) is not replaced.
    """
    environ = os.environ if environ is None else environ
    if telemetry.endpoint is None and not any(environ.get(name) for name in _ENDPOINT_VARIABLES):
        return None
    if not isinstance(trace.get_tracer_provider(), trace.ProxyTracerProvider):
        return None
    endpoint = telemetry.endpoint and telemetry.endpoint.rstrip("/").removesuffix(_TRACES_PATH) + _TRACES_PATH
    name = {} if environ.get("OTEL_SERVICE_NAME") else {SERVICE_NAME: "ha-assist"}
    provider = TracerProvider(resource=Resource.create(name))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=endpoint)))
    trace.set_tracer_provider(provider)
    return provider
