import { maxLength, refine, strictObject, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { safeUrl } from "#kit/url.ts";
import { Input } from "#ui/input.tsx";

const maxCharacters = { text: 100, url: 500 };
const texts = {
  text: { zh: "显示文字", en: "Text" },
  url: { zh: "链接地址", en: "Address" },
};

export default defineField({
  type: "link",
  title: { zh: "文字链接", en: "Text link" },
  group: "text",
  storage: "json",
  isContent: true,
  check: () =>
    strictObject({
      text: string().check(maxLength(maxCharacters.text)),
      url: string().check(
        maxLength(maxCharacters.url),
        refine((url) => url !== "" && safeUrl(url) !== undefined),
      ),
    }),
  message: () => ({
    zh: "请输入以 /、#、https://、tel: 或 mailto: 开头的链接",
    en: "Enter a link that begins with /, #, https://, tel: or mailto:",
  }),
  operators: [],
  isGroup: true,
  settings: {},
  addressesIn: ({ url }) => [url],
  plainText: ({ text, url }) => (text === "" ? url : `${text} (${url})`),
  readText(text) {
    // An address contains no space, so the last ` (` precedes the address.
    const index = text.trimEnd().endsWith(")") ? text.lastIndexOf(" (") : -1;
    if (index === -1) return { text: "", url: text.trim() };
    return { text: text.slice(0, index).trim(), url: text.trimEnd().slice(index + 2, -1) };
  },
  Show: ({ value }) => {
    const url = value === null ? undefined : safeUrl(value.url);
    if (value === null || url === undefined) return null;
    return (
      <a href={url} target="_blank" rel="noreferrer" className="underline underline-offset-3 hover:text-brand">
        {value.text === "" ? value.url : value.text}
      </a>
    );
  },
  Edit: ({ id, value, locale, invalid, disabled, describedBy, onChange, onBlur }) => {
    const { text = "", url = "" } = value ?? {};
    const changeTo = (link: { text: string; url: string }) =>
      onChange(link.text.trim() === "" && link.url.trim() === "" ? null : link);
    return (
      <span className="grid gap-2 sm:grid-cols-2">
        <Input
          id={id}
          aria-label={texts.text[locale]}
          placeholder={texts.text[locale]}
          maxLength={maxCharacters.text}
          value={text}
          aria-describedby={describedBy}
          disabled={disabled}
          onChange={(event) => changeTo({ text: event.target.value, url })}
          onBlur={onBlur}
        />
        <Input
          id={`${id}-url`}
          aria-label={texts.url[locale]}
          placeholder="https://"
          inputMode="url"
          spellCheck={false}
          maxLength={maxCharacters.url}
          value={url}
          aria-invalid={invalid}
          aria-describedby={describedBy}
          disabled={disabled}
          onChange={(event) => changeTo({ text, url: event.target.value.trim() })}
          onBlur={onBlur}
        />
      </span>
    );
  },
  examples: {
    field: {},
    valid: [
      { text: "关于我们", url: "/about" },
      { text: "", url: "https://example.com" },
    ],
    invalid: [{ text: "a", url: "javascript:alert(1)" }, { text: "a", url: "" }, { url: "/about" }, "/about"],
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** A link and its text; the address is shown if the text is empty (T-46). */
    link: { value: { text: string; url: string }; options: object };
  }
}
