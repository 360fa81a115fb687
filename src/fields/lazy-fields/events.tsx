import { array, enum as oneOf, maxLength, minLength, refine, strictObject, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { linesOf } from "#kit/lines.ts";
import { formatText, type Locale } from "#kit/text.ts";
import { type Subscription, type WebhookEvent, webhookEvents } from "#kit/webhook.ts";
import { EventRows } from "#client/editors/event-rows.tsx";

const texts = {
  none: { zh: "无", en: "None" },
  some: { zh: "{n} 个事件", en: "{n} {n|event|events}" },
};
const isUnique = (values: readonly string[]) => new Set(values).size === values.length;

/** The names of the subscribed events, as webhooks send them: `news.created`. */
const eventNames = (value: readonly Subscription[]): string[] =>
  value.flatMap(({ entity, events }) => events.map((event) => `${entity}.${event}`));

function summaryOf(value: readonly Subscription[], locale: Locale): string {
  const { length } = eventNames(value);
  return (length === 0 ? texts.none : formatText(texts.some, { n: length }))[locale];
}

/** Parses the output of `eventNames`. Accepts unknown events, which `check` refuses. */
function subscriptionsOf(names: readonly string[]): Subscription[] {
  const entityOf = (name: string) => name.slice(0, name.lastIndexOf("."));
  return [...Map.groupBy(names, entityOf)].map(([entity, namesOfEntity]) => ({
    entity,
    events: namesOfEntity.map((name) => name.slice(entity.length + 1) as WebhookEvent),
  }));
}

export default defineField({
  type: "events",
  title: { zh: "事件", en: "Events" },
  storage: "json",
  // Entities are not looked up here: features/integrations checks them and the permissions to read them when it sends a webhook.
  check: () =>
    array(
      strictObject({
        entity: string().check(minLength(1), maxLength(60)),
        events: array(oneOf(webhookEvents)).check(minLength(1), refine(isUnique)),
      }),
    ).check(
      maxLength(100),
      refine((value) => isUnique(value.map(({ entity }) => entity))),
    ),
  message: () => ({ zh: "事件设置无效", en: "Invalid events" }),
  operators: [],
  isGroup: true,
  plainText: (value) => eventNames(value).join("\n"),
  readText: (text) => subscriptionsOf(linesOf(text)),
  Show: ({ value, locale }) => <>{summaryOf(value ?? [], locale)}</>,
  Edit: ({ id, value, disabled, describedBy, onChange }) => (
    <EventRows id={id} value={value ?? []} disabled={disabled} describedBy={describedBy} onChange={onChange} />
  ),
  examples: {
    field: {},
    valid: [[{ entity: "news", events: ["created", "deleted"] }], []],
    invalid: [[{ entity: "news", events: ["read"] }], [{ entity: "news", events: [] }], "news.created"],
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The subscribed events, by entity. */
    events: { value: Subscription[]; options: object };
  }
}
