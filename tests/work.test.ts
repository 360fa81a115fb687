/** Work orders: who may take which step, concurrent steps, and messages. */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { stepsFrom, type WorkState, workStates, type WorkStep, workSteps } from "#kit/work.ts";
import { client, contentOf } from "./support/client.ts";
import { newMember, newSpace } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const owner = await newSpace(server);
const [filer, colleague] = [await newMember(server, owner.tenantId), await newMember(server, owner.tenantId)];
const as = { handler: client(server, owner), filer: client(server, filer), colleague: client(server, colleague) };
type Who = keyof typeof as;

const order = {
  type: "paasWork",
  title: "柜门打不开",
  kind: "fault",
  priority: "urgent",
  description: "扫码后没有反应",
};
async function file(who: Who = "filer"): Promise<string> {
  const added = (await as[who].call("POST Api/{type}/QueryAdd", order as never)) as { id: string } | string;
  return typeof added === "string" ? added : added.id;
}
type Details = {
  status: WorkState;
  steps: WorkStep[];
  filedBy: string;
  messages: { text: string; step: string | null; isOwn: boolean }[];
};
const look = async (id: string, who: Who = "handler") =>
  contentOf(await as[who].send("GET paas/workorder/details", { id })) as Details;
const move = async (who: Who, id: string, step: WorkStep) =>
  (await as[who].send("POST paas/workorder/move", { id, step })).status;

describe("the states", () => {
  it("all but a cancelled order can be moved on by a handler, and every step leads to another state", () => {
    for (const state of Object.keys(workStates) as WorkState[]) {
      const steps = stepsFrom(state, { isHandler: true, isFiler: false });
      expect([state, steps.length > 0]).toEqual([state, state !== "cancelled"]);
    }
    for (const { from, to } of Object.values(workSteps)) expect(from).not.toContain(to);
  });

  it.each([
    ["new", ["accept", "cancel"], ["cancel"], []],
    ["processing", ["resolve", "cancel"], ["cancel"], []],
    ["resolved", ["confirm", "reopen"], ["confirm", "reopen"], []],
    ["closed", ["reopen"], ["reopen"], []],
    ["cancelled", [], [], []],
  ] as const)("%s: handlers %j, the filer %j, others %j", (state, handler, own, others) => {
    expect(stepsFrom(state, { isHandler: true, isFiler: false })).toEqual(handler);
    expect(stepsFrom(state, { isHandler: false, isFiler: true })).toEqual(own);
    expect(stepsFrom(state, { isHandler: false, isFiler: false })).toEqual(others);
  });
});

describe("an order", () => {
  it("goes from its filing to its end, and says how", async () => {
    const id = await file();
    expect(await look(id, "filer")).toMatchObject({ status: "new", steps: ["cancel"] });
    for (const [who, step, status] of [
      ["handler", "accept", "processing"],
      ["handler", "resolve", "resolved"],
      ["filer", "reopen", "processing"],
      ["handler", "resolve", "resolved"],
      ["filer", "confirm", "closed"],
    ] as const) {
      expect([step, await move(who, id, step)]).toEqual([step, 200]);
      expect((await look(id)).status).toBe(status);
    }
    const { messages } = await look(id, "filer");
    expect(messages.map(({ step }) => step)).toEqual(["accept", "resolve", "reopen", "resolve", "confirm"]);
    expect(messages.map(({ isOwn }) => isOwn)).toEqual([false, false, true, false, true]);
  });

  it("T-57: is handled by administrators and closed by whoever filed it, and unknown to others", async () => {
    const id = await file();
    expect(await move("filer", id, "accept")).toBe(403);
    expect(await move("colleague", id, "cancel")).toBe(404);
    expect(await move("handler", id, "accept")).toBe(200);
    expect(await move("handler", id, "resolve")).toBe(200);
    expect(await move("colleague", id, "confirm")).toBe(404);
    expect((await look(id)).status).toBe("resolved");
  });

  it("is moved by one of many who try at once", async () => {
    const id = await file();
    const answers = await Promise.all(Array.from({ length: 20 }, () => move("handler", id, "accept")));
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    expect(answers.filter((status) => status === 409)).toHaveLength(19);
    expect((await look(id)).messages).toHaveLength(1);
  });

  it("keeps its state and its filer from whoever edits it", async () => {
    const id = await file();
    for (const wrong of [{ status: "closed" }, { memberId: colleague.memberId }]) {
      const answer = await as.filer.send("POST Api/{type}/QuerySave", { type: "paasWork", id, version: 1, ...wrong });
      expect([wrong, answer.status]).toEqual([wrong, 422]);
    }
    expect(await look(id)).toMatchObject({ status: "new" });
  });

  it("T-01, T-57: of another space does not exist", async () => {
    const id = await file();
    const other = client(server, await newSpace(server));
    for (const [name, input] of [
      ["GET paas/workorder/details", { id }],
      ["POST paas/workorder/message", { id, messageId: randomUUID(), text: "x" }],
      ["POST paas/workorder/move", { id, step: "accept" }],
    ] as const)
      expect([name, (await other.send(name, input)).status]).toEqual([name, 404]);
  });
});

it("that has ended is changed no more, by nobody's form", async () => {
  const id = await file();
  expect(await move("filer", id, "cancel")).toBe(200);
  const row = (await as.handler.call("GET Api/{type}/QueryById", { type: "paasWork", id })) as { version: number };
  for (const who of ["filer", "handler"] as const) {
    const save = { type: "paasWork", id, version: row.version, title: "rewritten" };
    expect((await as[who].send("POST Api/{type}/QuerySave", save)).status).toBe(409);
    const form = (await as[who].call("GET Api/Ui/AutoForm", { type: "paasWork", id })) as { hiddenButton: boolean };
    expect(form.hiddenButton).toBe(true);
  }
});

describe("what is said", () => {
  it("R-16: twice under one id is said once", async () => {
    const id = await file();
    const message = { id, messageId: randomUUID(), text: "请尽快" };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => as.filer.send("POST paas/workorder/message", message)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await look(id)).messages.map(({ text }) => text)).toEqual(["请尽快"]);
  });

  it("stands in the order in which it was said, between the steps", async () => {
    const id = await file();
    const say = (who: Who, text: string) =>
      as[who].call("POST paas/workorder/message", { id, messageId: randomUUID(), text });
    await say("filer", "one");
    await move("handler", id, "accept");
    await say("handler", "two");
    await say("filer", "three");
    expect((await look(id)).messages.map(({ text, step }) => text || step)).toEqual(["one", "accept", "two", "three"]);
  });

  it.each([
    { text: "" },
    { text: "x".repeat(2001) },
    { text: "x", pictures: ["https://elsewhere.test/a.png"] },
    { text: "x", pictures: ["/files/../secret"] },
  ])("refuses %o", async (wrong) => {
    const id = await file();
    const answer = await as.filer.send("POST paas/workorder/message", { id, messageId: randomUUID(), ...wrong });
    expect(answer.status).toBe(422);
  });

  it("ends with a cancelled order", async () => {
    const id = await file();
    expect(await move("filer", id, "cancel")).toBe(200);
    const answer = await as.filer.send("POST paas/workorder/message", { id, messageId: randomUUID(), text: "x" });
    expect(answer.status).toBe(409);
    expect(await move("handler", id, "accept")).toBe(409);
  });
});
