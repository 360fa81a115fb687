import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { useNavigate, useSearchParams } from "react-router";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/locale.ts";
import { useTitle } from "#ui/title.ts";
import screen from "./message.screen.ts";

const texts = {
  origin: {
    zh: "以下文字来自您打开的链接，并非本站发布。",
    en: "The text below comes from the link you opened. It was not written by this site.",
  },
  back: { zh: "返回", en: "Back" },
  home: { zh: "返回首页", en: "Back to home" },
};
const looks = {
  success: { Icon: CircleCheck, color: "text-success" },
  error: { Icon: CircleAlert, color: "text-danger" },
  other: { Icon: Info, color: "text-info" },
};

/**
 * Shows the message in its address as plain text (B-043). Anybody can write such an address, so the text is presented as the link's, never as the
 * site's own.
 */
export function MessageScreen() {
  const t = useText();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const type = query.get("type");
  const { Icon, color } = looks[type === "success" || type === "error" ? type : "other"];
  const [title, message] = [query.get("title"), query.get("message")];
  useTitle(t(screen.title));
  return (
    <main className="mx-auto grid max-w-xl justify-items-center gap-4 px-6 py-24 text-center">
      <Icon size={48} strokeWidth={1.25} className={color} aria-hidden="true" />
      <h1 className="text-xl font-semibold">{t(screen.title)}</h1>
      {(title ?? message) !== null && (
        <>
          <p className="text-sm text-ink-2">{t(texts.origin)}</p>
          <blockquote className="grid w-full gap-1 rounded border border-line bg-sheet p-4 text-start">
            {title !== null && <p className="font-medium break-words">{title}</p>}
            {message !== null && <p className="break-words whitespace-pre-line text-ink-2">{message}</p>}
          </blockquote>
        </>
      )}
      <div className="mt-4 flex gap-2">
        <Button onClick={() => void navigate(-1)}>{t(texts.back)}</Button>
        <a href="/index" className="button-link">
          {t(texts.home)}
        </a>
      </div>
    </main>
  );
}
