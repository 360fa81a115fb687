/** Work orders: permitted steps, concurrent steps, and messages. */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ListDescription, TableResult } from "#kit/auto.ts";
import { stepsFrom, type WorkState, workStates, type WorkStep, workSteps } from "#kit/work.ts";
import { client, contentOf } from "./support/client.ts";
import { newMember, newSpaceOwner } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const [author, colleague] = [await newMember(server, owner.tenantId), await newMember(server, owner.tenantId)];
const clients = {
  handler: client(server, owner),
  author: client(server, author),
  colleague: client(server, colleague),
};
type Role = keyof typeof clients;

const order = {
  type: "paasWork",
  title: "柜门打不开",
  kind: "fault",
  priority: "urgent",
  description: "扫码后没有反应",
};
async function submitOrder(role: Role = "author"): Promise<string> {
  const added = (await clients[role].call("POST Api/{type}/QueryAdd", order as never)) as { id: string } | string;
  return typeof added === "string" ? added : added.id;
}
type Details = {
  status: WorkState;
  steps: WorkStep[];
  filedBy: string;
  messages: { text: string; step: string | null; isOwn: boolean }[];
};
const readDetails = async (id: string, role: Role = "handler") =>
  contentOf(await clients[role].send("GET paas/workorder/details", { id })) as Details;
const move = async (role: Role, id: string, step: WorkStep) =>
  (await clients[role].send("POST paas/workorder/move", { id, step })).status;

describe("the steps of a work order", () => {
  it("lead from every state but cancelled to another state", () => {
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
  ] as const)("%s: handlers %j, the author %j, others %j", (state, handlerSteps, authorSteps, otherSteps) => {
    expect(stepsFrom(state, { isHandler: true, isFiler: false })).toEqual(handlerSteps);
    expect(stepsFrom(state, { isHandler: false, isFiler: true })).toEqual(authorSteps);
    expect(stepsFrom(state, { isHandler: false, isFiler: false })).toEqual(otherSteps);
  });
});

describe("a work order", () => {
  it("moves from new to closed and records every step", async () => {
    const id = await submitOrder();
    expect(await readDetails(id, "author")).toMatchObject({ status: "new", steps: ["cancel"] });
    for (const [role, step, status] of [
      ["handler", "accept", "processing"],
      ["handler", "resolve", "resolved"],
      ["author", "reopen", "processing"],
      ["handler", "resolve", "resolved"],
      ["author", "confirm", "closed"],
    ] as const) {
      expect([step, await move(role, id, step)]).toEqual([step, 200]);
      expect((await readDetails(id)).status).toBe(status);
    }
    const { messages } = await readDetails(id, "author");
    expect(messages.map(({ step }) => step)).toEqual(["accept", "resolve", "reopen", "resolve", "confirm"]);
    expect(messages.map(({ isOwn }) => isOwn)).toEqual([false, false, true, false, true]);
  });

  it("T-57: is handled by administrators, closed by its author, and not found by others", async () => {
    const id = await submitOrder();
    expect(await move("author", id, "accept")).toBe(403);
    expect(await move("colleague", id, "cancel")).toBe(404);
    expect(await move("handler", id, "accept")).toBe(200);
    expect(await move("handler", id, "resolve")).toBe(200);
    expect(await move("colleague", id, "confirm")).toBe(404);
    expect((await readDetails(id)).status).toBe("resolved");
  });

  it("is moved once by concurrent requests", async () => {
    const id = await submitOrder();
    const answers = await Promise.all(Array.from({ length: 20 }, () => move("handler", id, "accept")));
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    expect(answers.filter((status) => status === 409)).toHaveLength(19);
    expect((await readDetails(id)).messages).toHaveLength(1);
  });

  it("does not let editors change its state or author", async () => {
    const id = await submitOrder();
    for (const wrong of [{ status: "closed" }, { memberId: colleague.memberId }]) {
      const answer = await clients.author.send("POST Api/{type}/QuerySave", {
        type: "paasWork",
        id,
        version: 1,
        ...wrong,
      });
      expect([wrong, answer.status]).toEqual([wrong, 422]);
    }
    expect(await readDetails(id)).toMatchObject({ status: "new" });
  });

  it("T-01, T-57: of another space is not found", async () => {
    const id = await submitOrder();
    const stranger = client(server, await newSpaceOwner(server));
    for (const [name, input] of [
      ["GET paas/workorder/details", { id }],
      ["POST paas/workorder/message", { id, messageId: randomUUID(), text: "x" }],
      ["POST paas/workorder/move", { id, step: "accept" }],
    ] as const)
      expect([name, (await stranger.send(name, input)).status]).toEqual([name, 404]);
  });
});

it("S-035: the list of work orders has those of the person, with coloured states, a search, sizes of pages and a way to add one", async () => {
  const id = await submitOrder();
  const list = async (role: Role, more: object = {}) =>
    contentOf(
      await clients[role].send("POST paas/table/search", { paraModel: { url: "/paas/paasWork/list", ...more } }),
    ) as { play: ListDescription; result: TableResult };
  const { play, result } = await list("author", { pageSize: 120 });
  expect(result.rows.map((row) => row.id)).toContain(id);
  expect((await list("colleague", { pageSize: 120 })).result.rows.map((row) => row.id)).not.toContain(id);
  const status = play.columns.find(({ field }) => field === "status")!;
  expect(status.style).toMatchObject({ type: "enum", enumColors: true });
  expect((status.config.options as { color?: string }[]).filter(({ color }) => color === undefined)).toEqual([]);
  expect(play.fields.map(({ prop }) => prop)).toEqual(expect.arrayContaining(["title", "status"]));
  expect(play.addUrl).toBe("/admin/paasWork/add");
  expect((await list("author", { pageSize: 10, fields: { title: "没有这样的工单" } })).result).toMatchObject({
    pageSize: 10,
    rows: [],
  });
});

it("an ended work order cannot be edited", async () => {
  const id = await submitOrder();
  expect(await move("author", id, "cancel")).toBe(200);
  const row = (await clients.handler.call("GET Api/{type}/QueryById", { type: "paasWork", id })) as { version: number };
  for (const role of ["author", "handler"] as const) {
    const save = { type: "paasWork", id, version: row.version, title: "rewritten" };
    expect((await clients[role].send("POST Api/{type}/QuerySave", save)).status).toBe(409);
    const form = (await clients[role].call("GET Api/Ui/AutoForm", { type: "paasWork", id })) as {
      hiddenButton: boolean;
    };
    expect(form.hiddenButton).toBe(true);
  }
});

describe("a message on a work order", () => {
  it("R-16: is stored once for a repeated id", async () => {
    const id = await submitOrder();
    const message = { id, messageId: randomUUID(), text: "请尽快" };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => clients.author.send("POST paas/workorder/message", message)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await readDetails(id)).messages.map(({ text }) => text)).toEqual(["请尽快"]);
  });

  it("is listed in order between the steps", async () => {
    const id = await submitOrder();
    const addMessage = (role: Role, text: string) =>
      clients[role].call("POST paas/workorder/message", { id, messageId: randomUUID(), text });
    await addMessage("author", "one");
    await move("handler", id, "accept");
    await addMessage("handler", "two");
    await addMessage("author", "three");
    expect((await readDetails(id)).messages.map(({ text, step }) => text || step)).toEqual([
      "one",
      "accept",
      "two",
      "three",
    ]);
  });

  it.each([
    { text: "" },
    { text: "x".repeat(2001) },
    { text: "x", pictures: ["https://elsewhere.test/a.png"] },
    { text: "x", pictures: ["/files/../secret"] },
  ])("is refused with %o", async (wrong) => {
    const id = await submitOrder();
    const answer = await clients.author.send("POST paas/workorder/message", { id, messageId: randomUUID(), ...wrong });
    expect(answer.status).toBe(422);
  });

  it("is refused on a cancelled work order", async () => {
    const id = await submitOrder();
    expect(await move("author", id, "cancel")).toBe(200);
    const answer = await clients.author.send("POST paas/workorder/message", { id, messageId: randomUUID(), text: "x" });
    expect(answer.status).toBe(409);
    expect(await move("handler", id, "accept")).toBe(409);
  });
});
