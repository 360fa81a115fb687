import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { deviceName } from "#kit/device.ts";
import { relativeTime } from "#kit/relative-time.ts";
import { formatText } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { call } from "#client/call.ts";
import { QueryContent } from "#ui/query-content.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { notify } from "#ui/toast.tsx";
import { Section } from "#ui/section.tsx";

const texts = {
  devices: { zh: "登录设备", en: "Signed-in devices" },
  current: { zh: "当前设备", en: "This device" },
  used: { zh: "最近使用：{time}", en: "Last used: {time}" },
  end: { zh: "退出", en: "Sign out" },
  endNamed: { zh: "退出 {device}", en: "Sign out of {device}" },
  endAll: { zh: "退出其他所有设备", en: "Sign out of all other devices" },
  ended: { zh: "已退出", en: "Signed out" },
};

/** The person's sessions. Every session but the current one has a button that ends it. */
export function DevicesSection() {
  const t = useText();
  const locale = useLocale();
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ["sessions"],
    queryFn: ({ signal }) => call("GET user/sessions", {}, { signal }),
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string | undefined) => call("POST user/sessions/end", id === undefined ? {} : { id }),
    onSuccess: () => notify("success", t(texts.ended)),
    onError: (error) => notify("error", error.message),
    onSettled: () => client.invalidateQueries({ queryKey: ["sessions"] }),
  });
  return (
    <Section title={t(texts.devices)}>
      <QueryContent query={query}>
        {(sessions) => (
          <>
            <ul className="grid gap-3">
              {sessions.map((session) => (
                <li key={session.id} className="flex items-center gap-4">
                  <div className="min-w-0 flex-1">
                    <p className="truncate font-medium">{t(deviceName(session.userAgent))}</p>
                    <p className="text-sm text-ink-2">
                      {t(formatText(texts.used, { time: relativeTime(session.seenAt, locale) }))}
                    </p>
                  </div>
                  {session.isCurrent ? (
                    <span className="text-sm text-success">{t(texts.current)}</span>
                  ) : (
                    <Button
                      disabled={isPending}
                      aria-label={t(formatText(texts.endNamed, { device: t(deviceName(session.userAgent)) }))}
                      onClick={() => mutate(session.id)}
                    >
                      {t(texts.end)}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {sessions.length > 1 && (
              <Button className="justify-self-start" disabled={isPending} onClick={() => mutate(undefined)}>
                {t(texts.endAll)}
              </Button>
            )}
          </>
        )}
      </QueryContent>
    </Section>
  );
}
