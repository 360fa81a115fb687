/** The cache of definitions in a process: packed texts, and parsed definitions in use. */
import { expect, it } from "vitest";
import { memo } from "#kit/memo.ts";
import { packDefinitions } from "#records/registry/packed-definitions.server.ts";
import { createReadyDefinitions } from "#records/registry/ready-definitions.server.ts";
import { storedEntityOf } from "#records/registry/stored-definition.server.ts";
import { firstDevice } from "./support/stored-entities.ts";

it("returns texts of any script and length unchanged from compressed memory", async () => {
  const texts = [
    "{}",
    JSON.stringify(firstDevice),
    JSON.stringify({ zh: "设备𠮷😀", en: 'a "sign" \\ é' }),
    "设".repeat(100_000),
  ];
  const packed = await packDefinitions(
    texts.map((text, n) => ({ id: `id${n}`, type: `type${n}`, version: n, facets: [], text })),
  );
  expect(packed.definitions.map(({ unpack }) => unpack())).toEqual(texts);
  expect(packed.definitions.map(({ id, type, version }) => [id, type, version])).toEqual(
    texts.map((_, n) => [`id${n}`, `type${n}`, n]),
  );
  expect(packed.size).toBeLessThan(texts.join("").length / 10);
  expect((await packDefinitions([])).definitions).toEqual([]);
});

it("keeps a definition that is used repeatedly and drops one that is used once", () => {
  const ready = createReadyDefinitions();
  const parsedKeys: string[] = [];
  const request = (key: string) =>
    ready(key, () => {
      parsedKeys.push(key);
      return { definition: storedEntityOf(firstDevice, { id: key, version: 1, facets: [] }), size: 5000 };
    });
  const requestMany = (prefix: string) => Array.from({ length: 100 }, (_, n) => request(`${prefix}${n}`));
  // Consecutive requests return the same object.
  expect(request("a")).toBe(request("a"));
  requestMany("x");
  const repeated = request("a");
  requestMany("y");
  expect(request("a")).toBe(repeated);
  expect(parsedKeys.filter((key) => key === "a")).toHaveLength(2);
  // Definitions that were used once are dropped and parsed again.
  expect(parsedKeys.filter((key) => key === "x0")).toHaveLength(1);
  request("x0");
  expect(parsedKeys.filter((key) => key === "x0")).toHaveLength(2);
});

it("computes a memoized value once per object and argument, without adding properties to the object", () => {
  let runs = 0;
  const lengthTimes = memo((object: { text: string }, times: number) => {
    runs += 1;
    return object.text.length * times;
  });
  for (const object of [{ text: "four" }, Object.freeze({ text: "four" })]) {
    runs = 0;
    expect([lengthTimes(object, 1), lengthTimes(object, 2), lengthTimes(object, 2)]).toEqual([4, 8, 8]);
    expect(runs).toBe(2);
    expect([JSON.stringify(object), Reflect.ownKeys({ ...object })]).toEqual(['{"text":"four"}', ["text"]]);
    expect(lengthTimes({ ...object, text: "three" }, 2)).toBe(10);
    expect(lengthTimes(Object.create(object, { text: { value: "" } }) as { text: string }, 2)).toBe(0);
  }
});
