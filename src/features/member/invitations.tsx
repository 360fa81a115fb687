import { useMutation } from "@tanstack/react-query";
import { fill } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { useLocale, useSay } from "#ui/locale.ts";
import { enterSpace, useSpaces } from "./spaces.ts";

const words = {
  invited: { zh: "「{name}」邀请您加入他们的空间。", en: "You are invited to join {name}." },
  later: { zh: "加入后可随时在右上角的菜单中切换空间。", en: "You can change spaces in the menu at the top right." },
  join: { zh: "加入", en: "Join" },
};

/** Invitations to other people's spaces, one line each. */
export function Invitations() {
  const say = useSay();
  const locale = useLocale();
  const { data = [] } = useSpaces();
  const { mutate, isPending, isSuccess } = useMutation({ mutationFn: enterSpace });
  const waiting = data.filter(({ isInvitation }) => isInvitation);
  if (waiting.length === 0) return null;
  return (
    <ul className="grid gap-2">
      {waiting.map(({ tenantId, name }) => (
        <li
          key={tenantId}
          className="flex flex-wrap items-center gap-x-6 gap-y-2 border border-line bg-brand-tint px-5 py-3.5"
        >
          <div className="min-w-0 flex-1 basis-60">
            <p className="font-medium">{fill(words.invited, { name: name[locale] })[locale]}</p>
            <p className="text-sm text-ink-2">{say(words.later)}</p>
          </div>
          <Button
            kind="primary"
            aria-label={`${say(words.join)} ${name[locale]}`}
            disabled={isPending || isSuccess}
            aria-busy={isPending}
            onClick={() => mutate(tenantId)}
          >
            {say(words.join)}
          </Button>
        </li>
      ))}
    </ul>
  );
}
