import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import type { CallInput, CallOutput } from "#kit/call.ts";
import { call } from "#client/call.ts";
import { QueryContent } from "#ui/query-content.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { Switch } from "#ui/switch.tsx";
import { notify } from "#ui/toast.tsx";
import { NoticeEmail } from "./notice-email.tsx";

const texts = {
  hint: {
    zh: "选择您在应用内接收的通知。设置仅对当前空间有效。",
    en: "Choose what you are notified about. These settings apply to this space.",
  },
  fixed: { zh: "始终通知", en: "Always on" },
};
type Settings = CallOutput<"GET Api/Notice/Settings">;

function KindSwitch({
  kind,
  name,
  isOn,
  isFixed,
  onChange,
}: Settings["kinds"][number] & { onChange: (isOn: boolean) => void }) {
  const t = useText();
  const id = `${useId()}-${kind}`;
  return (
    <li className="flex min-h-12 items-center justify-between gap-4 px-4 py-2">
      <label htmlFor={id} className="grid">
        {name}
        {isFixed && <span className="text-xs text-ink-3">{t(texts.fixed)}</span>}
      </label>
      <Switch id={id} checked={isOn} disabled={isFixed} onCheckedChange={onChange} />
    </li>
  );
}

/** The notice settings: one switch per kind of notice, saved as soon as it changes. */
export function NoticeSettings() {
  const t = useText();
  const locale = useLocale();
  const client = useQueryClient();
  const queryKey = ["notice-settings", locale];
  const query = useQuery({ queryKey, queryFn: ({ signal }) => call("GET Api/Notice/Settings", {}, { signal }) });
  const { mutate: save } = useMutation({
    mutationFn: (input: CallInput<"POST Api/Notice/SaveSetting">) => call("POST Api/Notice/SaveSetting", input),
    onMutate: ({ kind, isOn }) =>
      client.setQueryData<Settings>(
        queryKey,
        (previous) =>
          previous && {
            ...previous,
            kinds: previous.kinds.map((setting) => (setting.kind === kind ? { ...setting, isOn } : setting)),
          },
      ),
    onError: (error) => notify("error", error.message),
    onSettled: () => client.invalidateQueries({ queryKey: ["notice-settings"] }),
  });
  return (
    <>
      <p className="px-4 pt-3 text-ink-3">{t(texts.hint)}</p>
      <QueryContent query={query} height="m-4 h-48">
        {({ kinds, email }) => (
          <>
            <ul className="py-2">
              {kinds.map((setting) => (
                <KindSwitch key={setting.kind} {...setting} onChange={(isOn) => save({ kind: setting.kind, isOn })} />
              ))}
            </ul>
            <NoticeEmail {...email} />
          </>
        )}
      </QueryContent>
    </>
  );
}
