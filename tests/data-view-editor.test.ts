/** What the editor of data views asks the server: the first rows of a draft, what is wrong with it, and what its conditions can compare. */
import { beforeAll, describe, expect, it } from "vitest";
import type { AdvancedItem } from "#kit/auto.ts";
import type { CallOutput } from "#kit/call.ts";
import { client } from "./support/client.ts";
import { newShop } from "./support/data-views.ts";
import { newMember } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
type Preview = CallOutput<"POST paas/collectData/preview">;

describe("the draft of a data view", () => {
  let space: Awaited<ReturnType<typeof newShop>>;
  beforeAll(async () => {
    space = await newShop(server);
  });
  const previewOf = (draft: object) =>
    space.call("POST paas/collectData/preview", {
      tableName: "",
      base: "customer",
      columns: [],
      conditions: [],
      ...draft,
    } as never) as Promise<Preview>;
  const titlesIn = ({ list }: Preview) => list?.rows.map(({ title }) => title);

  it("is shown with its first rows, and names its values", async () => {
    const preview = await previewOf({
      columns: [{ path: "title" }, { path: "order:customer.amount", aggregate: "sum", sort: "desc" }],
    });
    expect(preview.problems).toEqual({});
    expect(Object.values(preview.names)).toEqual(["title", "order · amount · Sum"]);
    expect(preview.list?.play.columns.map(({ name }) => name)).toEqual(["title", "order · amount · Sum"]);
    expect(titlesIn(preview)).toEqual(["Acme", "Bolt", "Core"]);
    expect(await space.call("GET Api/{type}/QueryList", { type: "collectData" })).toEqual([]);
  });

  it("is shown without what is wrong with it, which is named at its place", async () => {
    const preview = await previewOf({
      columns: [{ path: "title" }, { path: "order:customer" }, { path: "gone" }],
      conditions: [
        { path: "title", operator: "eq", value: "" },
        { path: "limit", operator: "gte", value: "many" },
        { path: "title", operator: "eq", value: "Bolt" },
      ],
    });
    expect(preview.problems).toEqual({
      "columns.1.path": "Several records need a summary",
      "columns.2.path": "customer has no field “gone”",
      "conditions.0.value": "Enter a value",
    });
    expect(titlesIn(preview)).toEqual(["Bolt"]);
    const half = await previewOf({
      columns: [{ path: "title" }],
      conditions: [
        { path: "title", operator: "eq", value: "" },
        { path: "limit", operator: "gte", value: "many" },
        { path: "title", operator: "eq", value: "Bolt" },
      ],
    });
    expect(half.problems).toEqual({
      "conditions.0.value": "Enter a value",
      "conditions.1.value": "This condition cannot be used with this field",
    });
    expect(titlesIn(half)).toEqual(["Bolt"]);
    expect((await previewOf({ base: "nothing" })).list).toBeNull();
  });

  it("can compare the fields of its base and of the records that it joins, and its summaries", async () => {
    const items = (await space.call("POST paas/collectData/conditions", {
      base: "order",
      values: [{ path: "customer.region.title" }],
    })) as unknown as AdvancedItem[];
    const paths = items.map(({ prop }) => (JSON.parse(prop) as [string])[0]);
    expect(paths).toEqual(
      expect.arrayContaining(["title", "amount", "customer.title", "customer.grade", "customer.region.title"]),
    );
    const grade = items.find(({ prop }) => prop.includes("customer.grade"))!;
    expect(grade.label).toBe("customer · grade");
    expect(grade.operators.map(({ dataType }) => dataType)).toEqual(["eq", "ne", "empty"]);
    const summaries = (await space.call("POST paas/collectData/conditions", {
      base: "customer",
      values: [{ path: "order:customer", aggregate: "count" }],
    })) as unknown as AdvancedItem[];
    expect(summaries.map(({ label }) => label)).toContain("order · Count");
  });

  it("is shown to administrators only", async () => {
    const member = client(server, await newMember(server, space.owner.tenantId));
    const draft = { tableName: "", base: "customer", columns: [{ path: "title" }], conditions: [] };
    expect((await member.send("POST paas/collectData/preview", draft)).status).toBe(403);
    expect((await member.send("POST paas/collectData/conditions", { base: "customer", values: [] })).status).toBe(403);
  });
});
