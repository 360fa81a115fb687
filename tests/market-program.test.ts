/** The components that the program offers in the market: pages and sections of the templates. */
import { expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import { adaptPart } from "#features/builder/document/foreign-part.ts";
import { client } from "./support/client.ts";
import { newSpaceOwner } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const { call } = client(server, await newSpaceOwner(server));

it("fit any site: no setting is reset, and no text is missing in a language", async () => {
  const pageSize = 60;
  const read = (pageIndex: number) =>
    call("GET Api/Market/Page", { pageIndex, pageSize }) as Promise<CallOutput<"GET Api/Market/Page">>;
  const { total, rows } = await read(1);
  const others = Array.from({ length: Math.ceil(total / pageSize) - 1 }, (_, index) => read(index + 2));
  const offered = [...rows, ...(await Promise.all(others)).flatMap((page) => page.rows)];
  const items = offered.filter(({ isPlatform, kind }) => isPlatform && kind !== "theme");
  expect(items.length).toBeGreaterThan(30);
  for (const { id, name } of items) {
    const { page, colors } = (await call("GET Api/Market/Item", { id })) as CallOutput<"GET Api/Market/Item">;
    const report = adaptPart({ records: Object.values(page!.records) }, { from: colors ?? {}, to: {} });
    expect([name, report]).toEqual([
      name,
      expect.objectContaining({ report: expect.objectContaining({ settings: 0, missing: { zh: 0, en: 0 } }) }),
    ]);
  }
});
