/** Failures that the program did not expect are told to the operator's webhook. */
import { once } from "node:events";
import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { createErrorReports } from "#server/process/error-reports.server.ts";
import { createLog } from "#server/process/log.server.ts";
import { readEnv } from "#server/env.server.ts";
import { addChangedPage } from "./support/changed-pages.ts";
import { client } from "./support/client.ts";
import { newSpaceOwner } from "./support/people.ts";
import { type ReceivedRequest, startReceiver } from "./support/receiver.ts";
import { runAsOwner, startServer } from "./support/server.ts";
import { runUpkeep } from "./support/upkeep.ts";

const receiver = await startReceiver();
const secret = `whsec_${Buffer.from("a secret of thirty-two bytes ok!").toString("base64")}`;
const settingsFor = (path: string, interval = "1") => ({
  ERROR_WEBHOOK_URL: receiver.origin + path,
  ERROR_WEBHOOK_SECRET: secret,
  ERROR_WEBHOOK_SECONDS: interval,
});

type ReportedError = {
  id: string;
  source: string;
  place: string;
  kind: string;
  code?: string;
  stack: string;
  count: number;
  reference?: string;
};
type Report = { type: string; data: { version: string; errors: ReportedError[]; dropped: number } };

const requestsTo = (path: string) => receiver.received.filter((request) => request.path === path);
/** Reads a report, whose signature is checked by a library of the receivers. */
const readReport = ({ text, headers }: ReceivedRequest) => new Webhook(secret).verify(text, headers) as Report;
const errorsAt = (path: string) => requestsTo(path).flatMap((request) => readReport(request).data.errors);
const reports = (path: string, interval?: string) =>
  createErrorReports(readEnv(settingsFor(path, interval)), createLog("silent"));

/** Throws an error outside of any request when the process gets the signal. */
const preload = `process.on("SIGUSR2", () => { throw new TypeError(["a-value", "in-a-message"].join("-")); });`;
const server = await startServer({
  ...settingsFor("/errors"),
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
});

it("tells of requests, jobs and upkeep that failed, signed, in groups, and without what people wrote", async () => {
  const owner = await newSpaceOwner(server);
  await addChangedPage(server, owner, "/a");
  await runAsOwner(
    server,
    `create function refuse_row() returns trigger language plpgsql as
      $$ begin raise exception E'a-value-in-a-message\n    at a-value-in-a-frame: %', to_jsonb(new)::text; end $$`,
    "create trigger refuse_news before insert on news for each row execute function refuse_row()",
    "create trigger refuse_page before update on page for each row execute function refuse_row()",
    "alter table notice_email rename to notice_email_gone",
  );
  const api = client(server, owner);
  const row = { type: "news", title: { zh: "题", en: "a-value-in-a-row" }, kind: "company" };
  const answers = await Promise.all(Array.from({ length: 3 }, () => api.send("POST Api/{type}/QueryAdd", row)));
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 500]);
  await api.call("POST Api/Job/Start", { name: "publishAll" });
  await runUpkeep(server, "purgeNotices");
  const placesOf = () => errorsAt("/errors").map(({ source, place }) => `${source} ${place}`);
  await expect
    .poll(placesOf)
    .toEqual(expect.arrayContaining(["request POST /api/:type/QueryAdd", "job publishAll", "upkeep purgeNotices"]));
  const ofRequests = errorsAt("/errors").filter(({ source }) => source === "request");
  expect(ofRequests.reduce((sum, { count }) => sum + count, 0)).toBe(3);
  expect(new Set(ofRequests.map(({ id }) => id)).size).toBe(1);
  expect(ofRequests[0]).toMatchObject({ code: "P0001", stack: expect.stringContaining("    at ") });
  expect(answers.map(({ headers }) => headers.get("x-request-id"))).toContain(ofRequests.at(-1)!.reference);
  expect(JSON.stringify(requestsTo("/errors"))).not.toContain("a-value-in");
});

it("tells of the error that ends the process before it ends", async () => {
  const exit = once(server.process, "exit");
  server.process.kill("SIGUSR2");
  expect((await exit)[0]).toBe(1);
  expect(errorsAt("/errors").at(-1)).toMatchObject({ source: "process", place: "main", kind: "TypeError" });
  expect(JSON.stringify(requestsTo("/errors"))).not.toContain("a-value-in");
});

it("keeps what a receiver did not take, counts what does not fit, and sends it once with the last report", async () => {
  receiver.answers.set("/down", { status: 503 });
  const down = reports("/down");
  for (let place = 0; place < 53; place += 1) down.add({ source: "job", place: `job ${place}`, error: new Error("x") });
  await expect.poll(() => requestsTo("/down").length).toBeGreaterThan(0);
  expect(readReport(requestsTo("/down")[0]!).data).toMatchObject({ dropped: 3, errors: { length: 50 } });
  receiver.answers.delete("/down");
  await expect.poll(() => requestsTo("/down").length).toBeGreaterThan(1);
  await down.stop();
  const all = requestsTo("/down").length;
  expect(readReport(requestsTo("/down").at(-1)!).data).toMatchObject({ dropped: 3, errors: { length: 50 } });
  await down.stop();
  expect(requestsTo("/down")).toHaveLength(all);
});

it("sends one report within the time that the operator set, and the rest when the program stops", async () => {
  const rare = reports("/rare", "3600");
  rare.add({ source: "upkeep", place: "first", error: new RangeError("x") });
  await expect.poll(() => requestsTo("/rare").length).toBe(1);
  for (let count = 0; count < 100; count += 1) rare.add({ source: "upkeep", place: "second", error: "thrown text" });
  await rare.stop();
  expect(errorsAt("/rare").map(({ place, kind, count }) => [place, kind, count])).toEqual([
    ["first", "RangeError", 1],
    ["second", "Error", 100],
  ]);
});

it("does not follow a redirect, and never fails who reports", async () => {
  receiver.answers.set("/moved", { status: 302, headers: { location: "/elsewhere" } });
  const moved = reports("/moved");
  moved.add({ source: "job", place: "a job", error: undefined });
  await moved.stop();
  expect([requestsTo("/moved").length, requestsTo("/elsewhere").length]).toEqual([1, 0]);
});

it.each([
  [{ ERROR_WEBHOOK_URL: "http://errors.internal/" }],
  [{ ERROR_WEBHOOK_URL: "http://errors.internal/", ERROR_WEBHOOK_SECRET: "whsec_c2hvcnQ=" }],
  [{ ERROR_WEBHOOK_URL: "http://errors.internal/", ERROR_WEBHOOK_SECRET: secret.slice(6) }],
])("a start without a proper secret is refused: %j", (settings) => {
  expect(() => readEnv(settings)).toThrow("ERROR_WEBHOOK_SECRET");
});
