import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

declare module "#kit/call.ts" {
  interface Services {
    metrics: Metrics;
  }
}

/** Plain numbers for the hottest paths. They become metrics only when Prometheus scrapes, so that counting costs almost nothing. */
export type HotCounters = { cachedPages: number; renderedPages: number; notModified: number };

export type Metrics = {
  hot: HotCounters;
  /** Records a finished request. `route`: the declared route, never the raw URL. */
  observeRequest: (route: string, method: string, status: number, seconds: number) => void;
  /** Counts a security event (server/identity/security-events.server.ts). */
  countSecurityEvent: (kind: string) => void;
  /** Counts an event of a message of the outbox, for instance that it was sent. */
  countMessage: (kind: string, event: string) => void;
  /** Records whether the circuit breaker of the SMS provider is open. */
  recordSmsBreaker: (isOpen: boolean) => void;
  /** Adds a gauge whose values are read on each scrape; when reading fails, it has no values. */
  addGauge: <Label extends string>(gauge: ReadGauge<Label>) => void;
  /** All metrics in the Prometheus text format. */
  text: () => Promise<string>;
  contentType: string;
};

/** A value with its labels. */
export type Sample<Label extends string> = { labels: Record<Label, string>; value: number };
export type ReadGauge<Label extends string> = {
  name: string;
  help: string;
  labels: readonly Label[];
  read: () => Promise<Sample<Label>[]>;
};

/** Counters and histograms of one process, in the Prometheus text format. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const hot: HotCounters = { cachedPages: 0, renderedPages: 0, notModified: 0 };
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time to answer a request that was not served from the page cache",
    labelNames: ["method", "route", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  // A gauge, because a counter cannot be set to a number that was counted elsewhere.
  const pages = new Gauge({
    name: "public_pages_total",
    help: "Public pages served since start, by outcome",
    labelNames: ["how"],
    registers: [registry],
    collect() {
      for (const [outcome, count] of Object.entries(hot)) pages.set({ how: outcome }, count);
    },
  });
  const failures = new Counter({
    name: "http_failures_total",
    help: "Answers with status 500 or above",
    labelNames: ["route"],
    registers: [registry],
  });
  const events = new Counter({
    name: "security_events_total",
    help: "Detected attacks and changes of credentials, by kind",
    labelNames: ["kind"],
    registers: [registry],
  });
  const messages = new Counter({
    name: "messages_total",
    help: "Events of the messages that this process sent or polled",
    labelNames: ["kind", "event"],
    registers: [registry],
  });
  const breaker = new Gauge({
    name: "sms_breaker_open",
    help: "1 while the circuit breaker of the SMS provider is open",
    registers: [registry],
  });
  return {
    hot,
    countMessage: (kind, event) => messages.inc({ kind, event }),
    recordSmsBreaker: (isOpen) => breaker.set(isOpen ? 1 : 0),
    addGauge({ name, help, labels, read }) {
      const gauge = new Gauge({
        name,
        help,
        labelNames: labels,
        registers: [registry],
        async collect() {
          const samples = await read().catch(() => []);
          gauge.reset();
          for (const sample of samples) gauge.set(sample.labels, sample.value);
        },
      });
    },
    observeRequest(route, method, status, seconds) {
      duration.observe({ method, route, status }, seconds);
      if (status >= 500) failures.inc({ route });
    },
    countSecurityEvent: (kind) => events.inc({ kind }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
