/** Messages of failed checks in both languages: the whole text is attached to zod's issue, for every kind of check. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import * as mini from "zod/mini";
import { refusal, refusalText } from "#kit/refusal.ts";
import { fieldProblems } from "#server/http/issue-text.server.ts";

const text = { zh: "请输入验证码", en: "Enter the code" };
const other = { zh: "请输入密码", en: "Enter the code" };
const refused = refusal(text);

/** The problems of `value`, as the HTTP edge reports them. */
function problemsOf(schema: z.ZodType, value: unknown) {
  const { error } = schema.safeParse(value, { reportInput: true });
  return error && fieldProblems(error);
}

describe("the text of a refusal is the text of its issue", () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ["another type", z.string(refused), 1, "_"],
    ["a missing field", z.object({ a: z.string(refused) }), {}, "a"],
    ["min", z.string().min(1, refused), "", "_"],
    ["regex", z.string().regex(/^\d+$/, refused), "a", "_"],
    ["a string format", z.uuid(refused), "a", "_"],
    ["literal", z.literal(true, refused), false, "_"],
    ["enum", z.enum(["a", "b"], refused), "c", "_"],
    ["refine", z.string().refine((value) => value === "a", refused), "b", "_"],
    ["refine of a whole", z.object({ a: z.string() }).refine(() => false, { path: ["a"], ...refused }), { a: "" }, "a"],
    ["a transformed value", z.string().transform(Number).pipe(z.int(refused)), "1.5", "_"],
    ["union", z.union([z.string(), z.number()], refused), null, "_"],
    ["the one branch of a union", z.union([z.string().regex(/^\d+$/, refused), z.number()]), "a", "_"],
    ["array", z.array(z.string(), refused), "a", "_"],
    ["the length of an array", z.array(z.string()).max(1, refused), ["a", "b"], "_"],
    ["an element of an array", z.object({ a: z.array(z.string().regex(/^\d+$/, refused)) }), { a: ["1", "b"] }, "a.1"],
    ["a value of a record", z.record(z.string(), z.int(refused)), { a: 1.5 }, "a"],
  ])("%s", (_what, schema, value, field) => {
    expect(problemsOf(schema, value)).toEqual({ [field]: text });
  });

  it.each<[string, mini.ZodMiniType, unknown]>([
    ["another type", mini.string(refused), 1],
    ["regex", mini.string().check(mini.regex(/^\d+$/, refused)), "a"],
    ["refine", mini.string().check(mini.refine((value) => value === "a", refused)), "b"],
    ["array", mini.array(mini.string()).check(mini.maxLength(1, refused)), ["a", "b"]],
  ])("zod/mini: %s", (_what, schema, value) => {
    expect(schema.safeParse(value).error?.issues.map(refusalText)).toEqual([text]);
  });
});

it("a branch of a union that no value fits keeps its text among the union's errors", () => {
  const [issue] = z.union([z.string(refused), z.number()]).safeParse(null).error!.issues;
  expect(issue).toMatchObject({ code: "invalid_union", errors: [[{ text }], [{ code: "invalid_type" }]] });
});

it("the same English may stand for different Chinese", () => {
  const schema = z.object({ a: z.string().min(1, refused), b: z.string().min(1, refusal(other)) });
  expect(problemsOf(schema, { a: "", b: "" })).toEqual({ a: text, b: other });
});

it("one refusal may stand in many places, and what passes it is left alone", () => {
  const schema = z.object({ a: z.string(refused).min(1, refused).max(3, refused) });
  expect(problemsOf(schema, { a: "" })).toEqual({ a: text });
  expect(problemsOf(schema, { a: "long" })).toEqual({ a: text });
  expect(problemsOf(schema, { a: "ok" })).toBeUndefined();
});

it("what was sent cannot speak for itself: without a refusal the text is made of facts", () => {
  const schema = z.strictObject({ a: z.string().max(3) });
  expect(problemsOf(schema, { a: { text } })).toEqual({ a: { zh: "格式不正确", en: "Invalid format" } });
  expect(problemsOf(schema, { a: "long" })).toEqual({ a: { zh: "最多 3 个字符", en: "At most 3 characters" } });
  expect(problemsOf(schema, { a: "", text })).toEqual({
    text: { zh: "不能提交此项", en: "This field is not accepted" },
  });
});

it("a check with a refusal keeps its place in the description of the API", () => {
  expect(z.toJSONSchema(z.string().regex(/^\d+$/, refused))).toMatchObject({
    type: "string",
    pattern: String.raw`^\d+$`,
  });
});
