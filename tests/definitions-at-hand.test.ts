/** The cache of definitions in a process: packed texts, and parsed definitions in use. */
import { expect, it } from "vitest";
import { memo } from "#kit/memo.ts";
import { packDefinitions } from "#records/registry/packed-definitions.server.ts";
import { createReadyDefinitions } from "#records/registry/ready-definitions.server.ts";
import { storedEntityOf } from "#records/registry/stored-definition.server.ts";
import { firstDevice } from "./support/stored-entities.ts";

it("texts of any script and length come out of one small piece of memory as they went in", async () => {
  const texts = [
    "{}",
    JSON.stringify(firstDevice),
    JSON.stringify({ zh: "设备𠮷😀", en: 'a "sign" \\ é' }),
    "设".repeat(100_000),
  ];
  const packed = await packDefinitions(texts.map((text, n) => ({ id: `id${n}`, type: `type${n}`, version: n, text })));
  expect(packed.definitions.map(({ unpack }) => unpack())).toEqual(texts);
  expect(packed.definitions.map(({ id, type, version }) => [id, type, version])).toEqual(
    texts.map((_, n) => [`id${n}`, `type${n}`, n]),
  );
  expect(packed.size).toBeLessThan(texts.join("").length / 10);
  expect((await packDefinitions([])).definitions).toEqual([]);
});

it("a definition that is asked for once makes room again, one that is asked for again stays, whoever else asks", () => {
  const ready = createReadyDefinitions();
  const made: string[] = [];
  const ask = (key: string) =>
    ready(key, () => {
      made.push(key);
      return { definition: storedEntityOf(firstDevice, { id: key, version: 1 }), size: 5000 };
    });
  const askOthers = (name: string) => Array.from({ length: 100 }, (_, n) => ask(`${name}${n}`));
  // Within one call it is one object.
  expect(ask("a")).toBe(ask("a"));
  askOthers("x");
  const again = ask("a");
  askOthers("y");
  expect(ask("a")).toBe(again);
  expect(made.filter((key) => key === "a")).toHaveLength(2);
  // Those asked for once were made for that, and are gone.
  expect(made.filter((key) => key === "x0")).toHaveLength(1);
  ask("x0");
  expect(made.filter((key) => key === "x0")).toHaveLength(2);
});

it("what is worked out of an object is worked out once for it, and is no part of it or of its copies", () => {
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
