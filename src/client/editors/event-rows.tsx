import { useQuery } from "@tanstack/react-query";
import { formatText } from "#kit/text.ts";
import { webhookEventNames, type Subscription, type WebhookEvent, webhookEvents } from "#kit/webhook.ts";
import { call } from "#client/call.ts";
import { QueryContent } from "#ui/query-content.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { LabelledCheckbox } from "#ui/labelled-checkbox.tsx";

const label = { zh: "{entity}：{event}", en: "{entity}: {event}" };

type EventRowsProps = {
  id: string;
  value: readonly Subscription[];
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (value: Subscription[]) => void;
};

/** Chooses the events of a webhook, entity by entity. */
export function EventRows({ id, value, disabled, describedBy, onChange }: EventRowsProps) {
  const t = useText();
  const locale = useLocale();
  const query = useQuery({
    queryKey: ["grantable entities", locale],
    // The roles of a webhook decide what it may send, so only entities that a role can grant have events.
    queryFn: ({ signal }) => call("GET paas/role/subjects", {}, { signal }),
  });
  const eventsOf = (entity: string) => value.find((row) => row.entity === entity)?.events ?? [];
  function setEvent(entity: string, event: WebhookEvent, isOn: boolean): void {
    const events = webhookEvents.filter((candidate) =>
      candidate === event ? isOn : eventsOf(entity).includes(candidate),
    );
    const otherRows = value.filter((row) => row.entity !== entity);
    onChange(events.length === 0 ? otherRows : [...otherRows, { entity, events }]);
  }
  return (
    <div id={id} aria-describedby={describedBy}>
      <QueryContent query={query} height="h-40">
        {(entities) => (
          <ul className="max-h-80 overflow-auto rounded-sm border border-line bg-sheet">
            {entities.map(({ type, name }) => (
              <li key={type} className="grid gap-y-1.5 border-b border-line px-4 py-2.5 last:border-b-0">
                <span className="truncate text-sm font-medium">{name}</span>
                <div className="grid grid-cols-2 gap-x-4 gap-y-1.5 sm:grid-cols-4">
                  {webhookEvents.map((event) => (
                    <LabelledCheckbox
                      key={event}
                      label={t(formatText(label, { entity: name, event: t(webhookEventNames[event]) }))}
                      checked={eventsOf(type).includes(event)}
                      disabled={disabled}
                      onChange={(isOn) => setEvent(type, event, isOn)}
                    >
                      {t(webhookEventNames[event])}
                    </LabelledCheckbox>
                  ))}
                </div>
              </li>
            ))}
          </ul>
        )}
      </QueryContent>
    </div>
  );
}
