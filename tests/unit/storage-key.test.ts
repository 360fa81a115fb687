/** Keys in the browser's storage. */
import { expect, it, vi } from "vitest";
import { answerKey, userKey } from "#kit/storage-key.ts";

it("B-237: refuses an empty key of an answer, in the words of the contract", () => {
  for (const key of ["", " "]) expect(() => answerKey(key)).toThrow("缓存键不能为空");
  expect(answerKey("/api/theme/Routes")).toMatch(/^get_[\da-f]{16}$/);
});

it("B-270, B-295: there is always a key for what is kept for a person, also where the browser has no cryptography of its own", () => {
  vi.stubGlobal("crypto", undefined);
  try {
    const keys = [userKey("person", "space"), userKey("person space"), userKey(""), userKey("张三", "空间")];
    for (const key of keys) expect(key).toMatch(/^user_[\da-f]{16}$/);
    expect(new Set(keys).size).toBe(keys.length);
    expect(userKey("person", "space")).toBe(keys[0]);
  } finally {
    vi.unstubAllGlobals();
  }
});
