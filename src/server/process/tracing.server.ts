import type { Logger } from "./log.server.ts";

/** What the settings say of traces, under the names of OpenTelemetry. OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES and OTEL_EXPORTER_OTLP_HEADERS are read by the packages. */
export type TracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined;
  OTEL_SDK_DISABLED: boolean;
  OTEL_BSP_SCHEDULE_DELAY: number;
  OTEL_TRACES_SAMPLER: (typeof samplerNames)[number];
  OTEL_TRACES_SAMPLER_ARG: number;
};

export const samplerNames = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/**
 * A piece of work. `name` and `attributes` are words of the program: routes, names of calls and jobs, SQL with placeholders, hosts of the settings. Values
 * that people sent or that rows have, addresses of people, paths and keys have no place in them.
 */
export type SpanOptions = {
  name: string;
  kind: "server" | "client" | "internal" | "consumer";
  attributes?: Readonly<Record<string, string | number>>;
  /** The headers of the request that this answers, of which `traceparent` and `tracestate` are used. */
  parent?: Readonly<Record<string, string | string[] | undefined>>;
};

/** A span that has begun. */
export type OpenSpan = {
  setName: (name: string) => void;
  setAttribute: (name: string, value: string | number) => void;
  /** Marks the span as failed. `reason`: a class or a code, never a message. */
  fail: (reason: string) => void;
  end: () => void;
  /** Runs work whose spans are below this one. */
  run: <T>(work: () => T) => T;
};

/** What traces when it is switched on (open-telemetry.server.ts). */
export type Tracing = {
  open: (options: SpanOptions) => OpenSpan;
  /** Whether the running work has a span. */
  isInside: () => boolean;
  /** The headers that hand the running trace on; none outside of a trace. */
  headers: () => Record<string, string>;
  stop: () => Promise<void>;
};

let tracing: Tracing | undefined;

/** Why a span failed: the code of a `Problem`, of a driver or a socket, else the class. Messages may repeat values. */
function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return "Error";
  const { code } = error as { code?: unknown };
  return typeof code === "string" && /^[\w.-]{1,40}$/.test(code) ? code : error.name;
}

/** Switches traces on if the settings name an endpoint; else nothing of them is loaded. Returns what sends the rest and ends. */
export async function startTracing(env: TracingSettings, log: Logger): Promise<() => Promise<void>> {
  const hasEndpoint = (env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT) !== undefined;
  if (!hasEndpoint || env.OTEL_SDK_DISABLED) return () => Promise.resolve();
  const { createTracing } = await import("./open-telemetry.server.ts");
  const started = createTracing(env, log);
  tracing = started;
  return async () => {
    tracing = undefined;
    await started.stop();
  };
}

/** Whether traces are switched on. */
export const isTracing = (): boolean => tracing !== undefined;

/** Begins a span that the caller ends; undefined without traces. */
export const openSpan = (options: SpanOptions): OpenSpan | undefined => tracing?.open(options);

async function runInSpan<T>(span: OpenSpan, work: (span: OpenSpan) => Promise<T>): Promise<T> {
  try {
    return await span.run(() => work(span));
  } catch (error) {
    span.fail(failureOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Runs work in a span; without traces, it only runs. */
export function inSpan<T>(options: SpanOptions, work: (span?: OpenSpan) => Promise<T>): Promise<T> {
  return tracing === undefined ? work() : runInSpan(tracing.open(options), work);
}

/** As `inSpan`, but only below another span: for what is done so often that it is of interest only as a part of something. */
export function inSpanBelow<T>(options: () => SpanOptions, work: () => Promise<T>): Promise<T> {
  return tracing === undefined || !tracing.isInside() ? work() : runInSpan(tracing.open(options()), work);
}

/** Runs a request to the service of others in a span. `host`: its host name, without path or query. */
export const inRequestSpan = <T>(
  { method, host }: { method: string; host: string },
  work: (span?: OpenSpan) => Promise<T>,
): Promise<T> =>
  inSpan({ name: method, kind: "client", attributes: { "http.request.method": method, "server.address": host } }, work);

/** The headers that hand the running trace on to another service; none without one. */
export const traceHeaders = (): Record<string, string> => tracing?.headers() ?? {};

const literal = /'(?:[^']|'')*'/g;
const maxQueryLength = 2000;

/** The span of a statement: its text, in which values are placeholders, and constants of the program are left out too. */
export function statementSpan(text: string): SpanOptions {
  const query = text.slice(0, maxQueryLength).replaceAll(literal, "?").replaceAll(/\s+/g, " ").trim();
  const operation = /^[a-z]+/i.exec(query)?.[0].toUpperCase() ?? "SQL";
  return {
    name: operation,
    kind: "client",
    attributes: { "db.system.name": "postgresql", "db.operation.name": operation, "db.query.text": query },
  };
}
