import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Mail, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { type AutoForm, groupsIn, type RequestAction, type RowAction } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { dateTime } from "#kit/format.ts";
import { relativeTime } from "#kit/relative-time.ts";
import { isMobile, normalizeMobile } from "#kit/mobile.ts";
import { formatText, type Locale } from "#kit/text.ts";
import { firstCharacters } from "#kit/text-length.ts";
import { queryParameter } from "#kit/url.ts";
import { Button } from "#ui/button.tsx";
import { call } from "#client/call.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { spaceName } from "#client/space-site.ts";
import { ScreenLoading, ScreenProblem } from "#client/screen-states.tsx";
import { randomId } from "#ui/random-id.ts";
import { useTitle } from "#ui/title.ts";
import { notify } from "#ui/toast.tsx";
import { FieldValue } from "#render/form/form-line.tsx";
import { rowIcons } from "#render/table/row-icons.ts";
import { AutoFormView } from "#render/form/auto-form.tsx";

const texts = {
  title: { zh: "来自 {name} 的留言", en: "Enquiry from {name}" },
  nameless: { zh: "留言", en: "Enquiry" },
  back: { zh: "返回列表", en: "Back to list" },
  received: { zh: "收到时间", en: "Received" },
  email: { zh: "邮件回复", en: "Reply by email" },
  call: { zh: "拨打电话", en: "Call" },
  undo: { zh: "撤销", en: "Undo" },
  saved: { zh: "保存成功", en: "Saved" },
  subject: { zh: "回复：您给{name}的留言", en: "Re: your message to {name}" },
};
const type = "contactMessage";
const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;
/** Characters of a visitor's message that a reply quotes: email programs limit the length of mailto: links. */
const maxQuotedCharacters = 800;

const stringOf = (value: unknown) => (typeof value === "string" ? value : "");

/** The link for a reply: tel: for a mobile number, else mailto: with a quote of the message, in the visitor's language. */
function replyLink(row: AnyRow): { url: string; isCall: boolean } {
  const contact = stringOf(row.contact).trim();
  if (isMobile(contact)) return { url: `tel:+86${normalizeMobile(contact)}`, isCall: true };
  const name = spaceName() ?? { zh: "", en: "" };
  const locale: Locale = row.locale === "zh" ? "zh" : "en";
  const message = firstCharacters(stringOf(row.message), maxQuotedCharacters);
  // Lines of forms end in CR LF, and so must the body of a mailto: link (RFC 6068).
  const lines = message.replaceAll("\r\n", "\n").split("\n");
  const body = ["", "", ...lines.map((line) => `> ${line}`)].join("\r\n");
  const subject = formatText(texts.subject, { name: name[locale] })[locale];
  const query = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
  // The @ stays as it is in a mailto: address (RFC 6068).
  return { url: `mailto:${encodeURIComponent(contact).replace("%40", "@")}?${query}`, isCall: false };
}

function useEnquiry(id: string) {
  const locale = useLocale();
  const key = ["enquiry", id, locale];
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call("GET Api/Ui/AutoForm", { type, id }, { signal }),
    // Not refetched automatically: the note must not change while somebody edits it.
    staleTime: Infinity,
    gcTime: 0,
  });
  const client = useQueryClient();
  return {
    ...query,
    /** Reloads the enquiry, and the lists that contain it. */
    async reload(): Promise<void> {
      await Promise.all([query.refetch(), client.invalidateQueries({ queryKey: ["table", type] })]);
    },
    /** Updates the displayed row and lists after a save. */
    async showSaved(row: AnyRow): Promise<void> {
      client.setQueryData(key, (form: AutoForm | undefined) => form && { ...form, row });
      await client.invalidateQueries({ queryKey: ["table", type] });
    },
  };
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className="mt-0.5 break-words">{children}</dd>
    </div>
  );
}

/** The visitor's message, the time it was received, and the contact and language for a reply. */
function EnquiryDetails({ form, row }: { form: AutoForm; row: AnyRow }) {
  const t = useText();
  const locale = useLocale();
  const items = groupsIn(form).flatMap((group) => group.items);
  const facts = items.filter(({ field }) => field === "contact" || field === "locale");
  return (
    <article className="grid grid-cols-1 gap-5 border border-line bg-sheet p-5 sm:p-6">
      <dl className="grid grid-cols-1 gap-x-8 gap-y-3 text-sm sm:grid-cols-3">
        <Fact name={t(texts.received)}>
          <time dateTime={row.createdAt}>{dateTime(row.createdAt, "yyyy-MM-dd HH:mm")}</time>
          <span className="ml-2 text-ink-3">{relativeTime(row.createdAt, locale)}</span>
        </Fact>
        {facts.map(({ field, config }) => (
          <Fact key={field} name={config.name}>
            <FieldValue field={config} value={row[field]} locale={locale} />
          </Fact>
        ))}
      </dl>
      <p
        lang={row.locale === "zh" ? "zh-CN" : "en"}
        className="max-w-prose border-t border-line pt-5 leading-relaxed break-words whitespace-pre-line"
      >
        {stringOf(row.message)}
      </p>
    </article>
  );
}

const isRequest = (action: RowAction): action is RequestAction => action.event === "command";

type EnquiryActionsProps = { row: AnyRow; actions: readonly RequestAction[]; onChanged: () => Promise<unknown> };

/** A link to reply, and a button for each action of an enquiry. The message after an action offers to undo it. */
function EnquiryActions({ row, actions, onChanged }: EnquiryActionsProps) {
  const t = useText();
  const onError = (error: Error) => {
    notify("error", error.message);
    void onChanged();
  };
  const { mutate: runUndo } = useMutation({
    mutationFn: (undo: string) => call("POST Api/{type}/Undo", { type, undo }),
    onSuccess: onChanged,
    onError,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (command: string) =>
      call("POST Api/{type}/Command", { type, command, ids: [row.id] }, { idempotencyKey: randomId() }),
    async onSuccess({ text: done, undo }) {
      await onChanged();
      notify("success", done, {
        actions: undo === undefined ? [] : [{ name: t(texts.undo), run: () => runUndo(undo) }],
      });
    },
    onError,
  });
  const { url, isCall } = replyLink(row);
  return (
    <div className="flex flex-wrap gap-2">
      {row.contact !== undefined && (
        <a href={url} className={`button-link ${row.status === "new" ? "primary" : ""}`}>
          {isCall ? <Phone {...icon} /> : <Mail {...icon} />}
          {t(isCall ? texts.call : texts.email)}
        </a>
      )}
      {actions.map(({ command, name, icon: iconName }) => {
        const Icon = rowIcons[iconName];
        return (
          <Button key={command} disabled={isPending} onClick={() => mutate(command)}>
            <Icon {...icon} />
            {name}
          </Button>
        );
      })}
    </div>
  );
}

/** The form reduced to the team's note: the visitor's text is read-only, and buttons change the status. Undefined if the note may not be read. */
function noteForm(form: AutoForm): AutoForm | undefined {
  const group = groupsIn(form).find(({ items }) => items.some(({ field }) => field === "note"));
  const note = group?.items.find(({ field }) => field === "note");
  if (group === undefined || note === undefined) return undefined;
  return { ...form, groups: [{ groupName: group.groupName, items: [note] }], hiddenButton: note.readOnly };
}

/** An enquiry from the contact form, with links to reply, buttons for its status, and a note of the team. */
export function EnquiryScreen() {
  const t = useText();
  const locale = useLocale();
  // The screen exists in several areas of the site; its links stay in the current area.
  const [, area] = useLocation().pathname.split("/");
  const [query] = useSearchParams();
  const id = queryParameter(query, "id") ?? "";
  const { data: form, error, refetch, showSaved, reload } = useEnquiry(id);
  const row = form?.row ?? undefined;
  const name = stringOf(row?.name);
  const title = name === "" ? t(texts.nameless) : t(formatText(texts.title, { name }));
  useTitle(row === undefined ? undefined : title);
  if (error !== null && form === undefined) return <ScreenProblem problem={error} onRetry={() => void refetch()} />;
  if (form === undefined || row === undefined) return <ScreenLoading />;
  const status = groupsIn(form)
    .flatMap((group) => group.items)
    .find(({ field }) => field === "status");
  const note = noteForm(form);
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-6">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 flex-1 basis-72 text-2xl font-semibold tracking-tight break-words">{title}</h1>
        {status !== undefined && <FieldValue field={status.config} value={row.status} locale={locale} />}
        <Link to={`/${area}/contactMessage/list`} className="button-link">
          {t(texts.back)}
        </Link>
      </header>
      <EnquiryDetails form={form} row={row} />
      <EnquiryActions row={row} actions={(form.actions ?? []).filter(isRequest)} onChanged={reload} />
      {note !== undefined && (
        <AutoFormView
          key={id}
          form={note}
          locale={locale}
          onSave={(changes, version) =>
            call("POST Api/{type}/QuerySave", { ...changes, type, id, version }) as Promise<AnyRow>
          }
          onSaved={(saved) => {
            void showSaved(saved);
            notify("success", t(texts.saved));
          }}
        />
      )}
    </div>
  );
}
