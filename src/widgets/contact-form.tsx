import { type Text, textIn } from "#kit/text.ts";
import { maxLengthAttribute } from "#kit/text-length.ts";
import { defineWidget, type RenderContext } from "#kit/widget.ts";
import { ServerOnly } from "./parts/server-only.tsx";
import { phrases } from "./parts/phrases.tsx";
import { Prose, proseCss } from "./parts/prose.tsx";
import { headSettings } from "./parts/section-head.tsx";

/** `max`: the maximum number of characters. `rows`: the height of a text area; without it the field has one line. */
type ContactField = { name: string; label: Text; help?: Text; max: number; autoComplete?: string; rows?: number };

const contactFields: ContactField[] = [
  { name: "name", label: { zh: "姓名", en: "Name" }, max: 50, autoComplete: "name" },
  {
    name: "contact",
    label: { zh: "邮箱或手机号", en: "Email or mobile number" },
    help: { zh: "我们将通过它回复您。", en: "We will use this to reply to you." },
    max: 100,
    autoComplete: "email",
  },
  { name: "message", label: { zh: "留言", en: "Message" }, max: 2000, rows: 7 },
];

function FieldInput({ field, context: { t, refusedForm } }: { field: ContactField; context: RenderContext }) {
  const { name, label, help, max, autoComplete, rows } = field;
  const problem = refusedForm?.problems[name];
  const input = {
    id: `contact-${name}`,
    name,
    maxLength: maxLengthAttribute(max),
    required: true,
    defaultValue: refusedForm?.values[name] ?? "",
    "aria-invalid": problem === undefined ? undefined : true,
    "aria-describedby": problem !== undefined || help !== undefined ? `contact-${name}-note` : undefined,
    autoFocus: problem !== undefined && Object.keys(refusedForm!.problems)[0] === name ? true : undefined,
  };
  return (
    <p className="line">
      <label htmlFor={input.id}>{t(label)}</label>
      {rows === undefined ? <input {...input} autoComplete={autoComplete} /> : <textarea {...input} rows={rows} />}
      {(problem ?? help) !== undefined && (
        <span className={problem === undefined ? "help" : "problem"} id={`contact-${name}-note`}>
          {t((problem ?? help)!)}
        </span>
      )}
    </p>
  );
}

function SentMessage({ t }: RenderContext) {
  return (
    <div className="sent" role="status">
      <h2>{t({ zh: "留言已发送", en: "Message sent" })}</h2>
      <p>
        {t({
          zh: "我们会通过您留下的联系方式回复。",
          en: "We will reply using the contact details you gave.",
        })}
      </p>
      <a className="action" href="/index">
        {t({ zh: "返回首页", en: "Back to home" })}
      </a>
    </div>
  );
}

const closedText = { zh: "此页面为只读，暂不接收留言。", en: "This page is read-only and does not take messages." };

const staticText = {
  zh: "静态站点不接收留言。",
  en: "The static copy of this site does not take messages.",
};

/** A form for a message to the company. It works without scripts; `?sent=1` shows that the message arrived. */
const contactForm = defineWidget({
  name: "contact-form",
  title: { zh: "联系表单", en: "Contact form" },
  settings: {
    ...headSettings,
    text: {
      type: "markdown",
      name: { zh: "正文", en: "Text" },
      localized: true,
      rows: 8,
    },
  },
  example: { eyebrow: null, heading: { zh: "联系我们", en: "Contact us" }, lead: null, text: null },
  async load({ text }, { markdown, locale, param, describe }) {
    const isSent = param("sent") === "1";
    if (isSent) describe({ isIndexed: false });
    return { text: markdown(textIn(text, locale)), isSent };
  },
  Render({ value, data, context }) {
    const { locale, t, refusedForm } = context;
    const [eyebrow, lead] = [textIn(value.eyebrow, locale), textIn(value.lead, locale)];
    const problemCount = Object.keys(refusedForm?.problems ?? {}).length;
    return (
      <div className="section wrap">
        <div className="words">
          {eyebrow !== "" && <p className="eyebrow">{eyebrow}</p>}
          <h1>{phrases(textIn(value.heading, locale), locale)}</h1>
          {lead !== "" && <p className="lead">{lead}</p>}
          <Prose text={data.text} />
        </div>
        {data.isSent ? (
          <SentMessage {...context} />
        ) : context.staticExport !== undefined ? (
          <ServerOnly text={staticText} context={context} />
        ) : context.isReadOnly === true ? (
          <p className="closed">{t(closedText)}</p>
        ) : (
          <form method="post" encType="application/x-www-form-urlencoded">
            {problemCount > 0 && (
              <p className="problems" role="alert">
                {t({
                  zh: "请检查标出的内容，您填写的信息已保留。",
                  en: "Check the highlighted fields. Your entries are saved.",
                })}
              </p>
            )}
            {contactFields.map((field) => (
              <FieldInput key={field.name} field={field} context={context} />
            ))}
            <input type="hidden" name="language" value={locale} />
            {/* A honeypot: people do not see this field, so only programs fill it in. */}
            <p className="trap" aria-hidden="true">
              <label>
                Website
                <input name="website" tabIndex={-1} autoComplete="off" />
              </label>
            </p>
            <button className="action solid" type="submit">
              {t({ zh: "发送留言", en: "Send message" })}
            </button>
          </form>
        )}
      </div>
    );
  },
  css: `
[data-widget="contact-form"] {
  & .section {
    display: grid;
    grid-template-columns: minmax(0, 5fr) minmax(0, 5fr);
    gap: clamp(40px, 6vw, 112px);
    padding-top: clamp(48px, 6vw, 96px);
  }
  & .words {
    display: grid;
    gap: 20px;
    align-content: start;
  }
  & h1 {
    font-size: calc(clamp(2.25rem, 1.4rem + 2.9vw, 3.75rem) * var(--heading-scale));
  }
  & .prose {
    margin-top: 20px;
    font-size: 1rem;

    & h2 {
      font-size: 1.0625rem;
      letter-spacing: 0;
    }
  }
  & form,
  & .closed,
  & .sent {
    display: grid;
    gap: 22px;
    align-content: start;
    padding: clamp(24px, 3vw, 44px);
    border: 1px solid var(--line);
    background: var(--sheet);
  }
  & .sent {
    border-top: 3px solid var(--success);

    & p {
      color: var(--ink-2);
    }
    & .action {
      justify-self: start;
    }
  }
  & .line {
    display: grid;
    gap: 8px;
  }
  & label {
    font-weight: 550;
  }
  & :is(input, textarea) {
    width: 100%;
    min-height: 48px;
    padding: 11px 14px;
    border: 1px solid var(--line-2);
    border-radius: var(--r);
    background: var(--paper);
    color: var(--ink);
    font: inherit;
    resize: vertical;

    &[aria-invalid] {
      border-color: var(--danger);
      box-shadow: inset 3px 0 0 var(--danger);
    }
  }
  & .help {
    color: var(--ink-3);
    font-size: 0.875rem;
  }
  & :is(.problem, .problems) {
    color: var(--danger);
  }
  & .problem {
    font-size: 0.875rem;
  }
  & .trap {
    position: absolute;
    left: -9999px;
  }
  & button {
    justify-self: start;
  }
  @media (width < 900px) {
    & .section {
      grid-template-columns: minmax(0, 1fr);
    }
  }
${proseCss}
}`,
});

export default contactForm;
declare module "#kit/widget.ts" {
  interface Widgets {
    "contact-form": typeof contactForm;
  }
}
