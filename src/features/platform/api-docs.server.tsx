import { createHash } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import type { z } from "zod";
import type { CallDefinition } from "#kit/call.ts";
import type { Locale } from "#kit/text.ts";
import { accessOf, jsonSchemaOf, pathTemplateOf } from "./openapi.server.ts";

const texts = {
  title: { zh: "接口文档", en: "API reference" },
  intro: {
    zh: "由接口定义自动生成，机器可读版本见 OpenAPI 3.1。",
    en: "Generated from the call definitions. For the machine-readable version, see OpenAPI 3.1.",
  },
  input: { zh: "输入", en: "Input" },
  output: { zh: "输出", en: "Output" },
  access: { zh: "权限", en: "Access" },
  envelope: { zh: "响应格式", en: "Response envelope" },
  count: { zh: "个接口", en: "calls" },
};

const css = `
:root{color-scheme:light dark;--paper:light-dark(#f8fbf9,#081410);--sheet:light-dark(#fdfefd,#0f1f1a);--ink:light-dark(#0d201a,#e8efea);--ink-2:light-dark(#43544e,#afbdb5);--line:light-dark(#d3dcd6,#23352e);--brand:light-dark(#04674b,#70d5aa)}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:400 15px/1.6 system-ui,"PingFang SC","Microsoft YaHei",sans-serif}
main{max-width:960px;margin:auto;padding:48px 20px 96px}h1{font-size:2rem;line-height:1.2;letter-spacing:-.02em;margin:0 0 8px}h2{font-size:1rem;margin:40px 0 8px;color:var(--ink-2)}
p{color:var(--ink-2);margin:0 0 8px}a{color:var(--brand)}code,pre{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.8125rem}
details{background:var(--sheet);border:1px solid var(--line);margin-top:-1px}summary{cursor:pointer;padding:12px 16px;display:grid;grid-template-columns:64px 1fr auto;gap:12px;align-items:baseline}
summary:focus-visible{outline:2px solid var(--brand);outline-offset:-2px}summary b{color:var(--brand);font:600 .8125rem ui-monospace,monospace}summary code{overflow-wrap:anywhere}summary span{color:var(--ink-2);font-size:.875rem;text-align:right}
.body{padding:0 16px 16px;display:grid;gap:12px}.body div{min-width:0}pre{margin:4px 0 0;padding:12px;background:var(--paper);border:1px solid var(--line);overflow:auto;max-height:420px}
@media(max-width:640px){summary{grid-template-columns:56px 1fr}summary span{grid-column:2;text-align:left}}`;

/** The hash of the page's inline style, for its content security policy. */
export const apiDocsStyleHash = `sha256-${createHash("sha256").update(css).digest("base64")}`;

const schemaText = (schema: z.ZodType, io: "input" | "output"): string =>
  JSON.stringify(jsonSchemaOf(schema, io), null, 2);

function CallEntry({ definition, locale }: { definition: CallDefinition; locale: Locale }) {
  return (
    <details id={`${definition.method}-${definition.path}`}>
      <summary>
        <b>{definition.method}</b>
        <code>{pathTemplateOf(definition.path)}</code>
        <span>{definition.title[locale]}</span>
      </summary>
      <div className="body">
        <p>
          {texts.access[locale]}: <code>{accessOf(definition)}</code> · {texts.envelope[locale]}:{" "}
          <code>{definition.envelope}</code>
        </p>
        <div>
          {texts.input[locale]}
          <pre tabIndex={0}>{schemaText(definition.input, "input")}</pre>
        </div>
        <div>
          {texts.output[locale]}
          <pre tabIndex={0}>{schemaText(definition.output, "output")}</pre>
        </div>
      </div>
    </details>
  );
}

/** The HTML page of the API reference: every call with its access and schemas. The page has no scripts. */
export function apiDocsPage(calls: readonly CallDefinition[], locale: Locale): string {
  const sorted = calls.toSorted((a, b) => (a.path.toLowerCase() < b.path.toLowerCase() ? -1 : 1));
  const otherLanguage = locale === "zh" ? { lang: "en", label: "English" } : { lang: "zh", label: "中文" };
  return `<!doctype html>${renderToStaticMarkup(
    <html lang={locale === "zh" ? "zh-CN" : "en"}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>{`Meridian · ${texts.title[locale]}`}</title>
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body>
        <main>
          <h1>{texts.title[locale]}</h1>
          <p>
            {texts.intro[locale]} <a href="/api/openapi.json">openapi.json</a> ·{" "}
            <a href={`?language=${otherLanguage.lang}`} hrefLang={otherLanguage.lang}>
              {otherLanguage.label}
            </a>
          </p>
          <h2>
            {sorted.length} {texts.count[locale]}
          </h2>
          {sorted.map((definition) => (
            <CallEntry key={`${definition.method} ${definition.path}`} definition={definition} locale={locale} />
          ))}
        </main>
      </body>
    </html>,
  )}`;
}
