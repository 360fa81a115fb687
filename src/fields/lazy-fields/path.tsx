import { refine, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { maxPathLength, normalizePagePath, pagePathProblem } from "#kit/page-path.ts";
import type { Text } from "#kit/text.ts";
import { Input } from "#ui/input.tsx";
import { siteUrl } from "#client/space-site.ts";

const texts: Record<"address" | "format", Text> = {
  address: { zh: "访问地址", en: "Address" },
  format: { zh: "请输入路径，例如 /about", en: "Enter a path, for example /about" },
};

export default defineField({
  type: "path",
  title: { zh: "页面路径", en: "Page path" },
  storage: "text",
  normalize: normalizePagePath,
  check: () => string().check(refine((value) => pagePathProblem(value) === undefined)),
  message: (_field, value) => (typeof value === "string" ? pagePathProblem(value) : undefined) ?? texts.format,
  operators: ["eq", "prefix"],
  searchControl: (field) => ({ ...field, type: "textbox" }),
  Show: ({ value }) => <>{value}</>,
  Edit: ({ id, value, field, locale, invalid, disabled, describedBy, onChange, onBlur }) => {
    const path = normalizePagePath(value ?? "");
    const isValid = (value ?? "").trim() !== "" && pagePathProblem(path) === undefined;
    return (
      <>
        <Input
          id={id}
          className="font-mono"
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={value ?? ""}
          placeholder={field.placeholder}
          maxLength={maxPathLength}
          aria-invalid={invalid}
          aria-describedby={describedBy}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => {
            if (isValid && path !== value) onChange(path);
            onBlur();
          }}
        />
        {isValid && (
          <p className="text-sm text-ink-3">
            {texts.address[locale]}{" "}
            <output htmlFor={id} className="font-mono break-all text-ink-2">
              {siteUrl(path)}
            </output>
          </p>
        )}
      </>
    );
  },
  examples: {
    field: {},
    valid: ["/about", "/wiki/{key}/{id}", "/产品/新-1"],
    invalid: ["about", "/a b", "/a//b", "/a/", "/api/x", "/paas", "/web/home", "/{id}", "/a?b", 7],
    sample: (_field, n) => `/page-${n}`,
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The path of a page on its site, normalized. Paths that the program itself serves are invalid. */
    path: { value: string; options: object };
  }
}
