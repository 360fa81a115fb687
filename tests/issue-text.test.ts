/** Messages of failed checks in both languages: the text is attached to zod's issue, for every kind of check. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import * as mini from "zod/mini";
import { refusal, refusalText } from "#kit/refusal.ts";
import { fieldProblems } from "#server/http/issue-text.server.ts";

const text = { zh: "请输入验证码", en: "Enter the code" };
const otherText = { zh: "请输入密码", en: "Enter the code" };
const params = refusal(text);

/** The problems of `value`, as the HTTP edge reports them. */
function problemsOf(schema: z.ZodType, value: unknown) {
  const { error } = schema.safeParse(value, { reportInput: true });
  return error && fieldProblems(error);
}

describe("the text of a refusal is reported for", () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ["another type", z.string(params), 1, "_"],
    ["a missing field", z.object({ a: z.string(params) }), {}, "a"],
    ["min", z.string().min(1, params), "", "_"],
    ["regex", z.string().regex(/^\d+$/, params), "a", "_"],
    ["a string format", z.uuid(params), "a", "_"],
    ["literal", z.literal(true, params), false, "_"],
    ["enum", z.enum(["a", "b"], params), "c", "_"],
    ["refine", z.string().refine((value) => value === "a", params), "b", "_"],
    [
      "refine of an object",
      z.object({ a: z.string() }).refine(() => false, { path: ["a"], ...params }),
      { a: "" },
      "a",
    ],
    ["a transformed value", z.string().transform(Number).pipe(z.int(params)), "1.5", "_"],
    ["union", z.union([z.string(), z.number()], params), null, "_"],
    ["the one branch of a union", z.union([z.string().regex(/^\d+$/, params), z.number()]), "a", "_"],
    ["array", z.array(z.string(), params), "a", "_"],
    ["the length of an array", z.array(z.string()).max(1, params), ["a", "b"], "_"],
    ["an element of an array", z.object({ a: z.array(z.string().regex(/^\d+$/, params)) }), { a: ["1", "b"] }, "a.1"],
    ["a value of a record", z.record(z.string(), z.int(params)), { a: 1.5 }, "a"],
  ])("%s", (_what, schema, value, field) => {
    expect(problemsOf(schema, value)).toEqual({ [field]: text });
  });

  it.each<[string, mini.ZodMiniType, unknown]>([
    ["another type", mini.string(params), 1],
    ["regex", mini.string().check(mini.regex(/^\d+$/, params)), "a"],
    ["refine", mini.string().check(mini.refine((value) => value === "a", params)), "b"],
    ["array", mini.array(mini.string()).check(mini.maxLength(1, params)), ["a", "b"]],
  ])("zod/mini: %s", (_what, schema, value) => {
    expect(schema.safeParse(value).error?.issues.map(refusalText)).toEqual([text]);
  });
});

it("keeps the text of a failed branch among the errors of a union", () => {
  const [issue] = z.union([z.string(params), z.number()]).safeParse(null).error!.issues;
  expect(issue).toMatchObject({ code: "invalid_union", errors: [[{ text }], [{ code: "invalid_type" }]] });
});

it("supports different Chinese texts for the same English text", () => {
  const schema = z.object({ a: z.string().min(1, params), b: z.string().min(1, refusal(otherText)) });
  expect(problemsOf(schema, { a: "", b: "" })).toEqual({ a: text, b: otherText });
});

it("supports one refusal for several checks, and accepts valid values", () => {
  const schema = z.object({ a: z.string(params).min(1, params).max(3, params) });
  expect(problemsOf(schema, { a: "" })).toEqual({ a: text });
  expect(problemsOf(schema, { a: "long" })).toEqual({ a: text });
  expect(problemsOf(schema, { a: "ok" })).toBeUndefined();
});

it("ignores texts in the input and creates its own without a refusal", () => {
  const schema = z.strictObject({ a: z.string().max(3) });
  expect(problemsOf(schema, { a: { text } })).toEqual({ a: { zh: "格式不正确", en: "Invalid format" } });
  expect(problemsOf(schema, { a: "long" })).toEqual({ a: { zh: "最多 3 个字符", en: "At most 3 characters" } });
  expect(problemsOf(schema, { a: "", text })).toEqual({
    text: { zh: "不能提交此项", en: "This field is not accepted" },
  });
});

it("keeps the check in the JSON schema of the API", () => {
  expect(z.toJSONSchema(z.string().regex(/^\d+$/, params))).toMatchObject({
    type: "string",
    pattern: String.raw`^\d+$`,
  });
});
