import { AsyncLocalStorage } from "node:async_hooks";
import { hostname } from "node:os";
import {
  type Context,
  createTraceState,
  diag,
  DiagLogLevel,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { minutes, seconds } from "#kit/format.ts";
import { buildVersion } from "#kit/version.ts";
import { newId } from "./id.server.ts";
import type { Logger } from "./log.server.ts";
import type { OpenSpan, SpanOptions, Tracing, TracingSettings } from "./tracing.server.ts";

/** ms that the last spans may take when the process stops. */
const stopTimeout = seconds(2);
/** The longest attribute, in characters. */
const attributeValueLengthLimit = 2000;

const kinds: Record<SpanOptions["kind"], SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
  consumer: SpanKind.CONSUMER,
};

function rootSampler(name: string, ratio: number): Sampler {
  if (name === "always_off") return new AlwaysOffSampler();
  return name === "traceidratio" ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
}

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: TracingSettings): Sampler {
  const prefix = "parentbased_";
  if (!name.startsWith(prefix)) return rootSampler(name, ratio);
  return new ParentBasedSampler({ root: rootSampler(name.slice(prefix.length), ratio) });
}

/** `00-<trace id>-<span id>-<flags>`; versions to come may have more at the end (https://www.w3.org/TR/trace-context/). */
const parentPattern = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const maxHeaderLength = 512;

/** The context of a request that is part of a trace; the root for any other. */
function contextOf(headers: NonNullable<SpanOptions["parent"]>): Context {
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== "string" || traceparent.length > maxHeaderLength) return ROOT_CONTEXT;
  const [, version, traceId, spanId, flags, rest] = parentPattern.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined || version === "ff") return ROOT_CONTEXT;
  if (version === "00" && rest !== undefined) return ROOT_CONTEXT;
  const state = typeof tracestate === "string" && tracestate.length <= maxHeaderLength ? tracestate : undefined;
  const parent = {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags!, 16) & TraceFlags.SAMPLED,
    isRemote: true,
    ...(state === undefined ? {} : { traceState: createTraceState(state) }),
  };
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}

/** Logs that spans cannot be sent: once a minute, because every delivery would fail. */
function reportFailures(log: Logger): void {
  let silentUntil = 0;
  function report(message: string): void {
    if (Date.now() < silentUntil) return;
    silentUntil = Date.now() + minutes(1);
    log.warn({ reason: message.slice(0, 200) }, "traces cannot be sent");
  }
  const ignore = () => undefined;
  diag.setLogger({ error: report, warn: ignore, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.ERROR);
}

/** Traces by OpenTelemetry's own packages. Nothing of Node or of a library is patched: whoever works opens spans (`inSpan`). */
export function createTracing(env: TracingSettings, log: Logger): Tracing {
  const resource = defaultResource()
    .merge(
      resourceFromAttributes({
        "service.name": "meridian",
        "service.version": buildVersion,
        "service.instance.id": newId(),
        "host.name": hostname(),
        "process.pid": process.pid,
      }),
    )
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES.
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new TracerProvider({
    resource,
    sampler: samplerOf(env),
    spanLimits: { attributeValueLengthLimit },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter(),
        scheduledDelayMillis: env.OTEL_BSP_SCHEDULE_DELAY,
      }),
    ],
  });
  const tracer = provider.getTracer("meridian", buildVersion);
  const running = new AsyncLocalStorage<Context>();
  reportFailures(log);

  function open({ name, kind, attributes = {}, parent }: SpanOptions): OpenSpan {
    const above = parent === undefined ? (running.getStore() ?? ROOT_CONTEXT) : contextOf(parent);
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes } }, above);
    const context = trace.setSpan(above, span);
    return {
      setName: (text) => void span.updateName(text),
      setAttribute: (key, value) => void span.setAttribute(key, value),
      fail(reason) {
        span.setAttribute("error.type", reason);
        span.setStatus({ code: SpanStatusCode.ERROR });
      },
      end: () => span.end(),
      run: (work) => running.run(context, work),
    };
  }

  return {
    open,
    isInside: () => running.getStore() !== undefined,
    headers() {
      const current = trace.getSpanContext(running.getStore() ?? ROOT_CONTEXT);
      if (current === undefined) return {};
      const { traceId, spanId, traceFlags, traceState } = current;
      const state = traceState?.serialize() ?? "";
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`,
        ...(state === "" ? {} : { tracestate: state }),
      };
    },
    async stop() {
      const limit = new Promise<void>((resolve) => setTimeout(resolve, stopTimeout).unref());
      await Promise.race([provider.shutdown(), limit]).catch((error: unknown) =>
        log.warn({ err: error }, "the last traces could not be sent"),
      );
    },
  };
}
