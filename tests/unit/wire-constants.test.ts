/** Constants of the wire format. */
import { expect, it } from "vitest";
import { defaultPageSize, pageSizes } from "#kit/auto.ts";
import { clientVersion } from "#kit/version.ts";
import { newId } from "#server/process/id.server.ts";

it('B-207, B-378: the client version is the string "3.10"', () => {
  expect(clientVersion).toBe("3.10");
});

it("a list offers pages of 10, 15, 30, 60 and 120 rows and starts with 15", () => {
  expect([pageSizes, defaultPageSize]).toEqual([[10, 15, 30, 60, 120], 15]);
});

it("B-297: an id is a GUID of 36 characters, and ids are unique", () => {
  const ids = Array.from({ length: 1_000 }, newId);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(1_000);
});
