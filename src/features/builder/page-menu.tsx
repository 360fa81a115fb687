import { ChevronDown } from "lucide-react";
import { useNavigate } from "react-router";
import { inLocale } from "#kit/text.ts";
import { useLocale, useSay } from "#ui/locale.ts";
import { Menu } from "#ui/menu.tsx";
import { useEditor } from "./editor.ts";
import { usePages } from "./pages.ts";
import { toolIcon } from "./tool.tsx";

const words = {
  pages: { zh: "切换页面", en: "Open another page" },
  all: { zh: "全部页面", en: "All pages" },
};

/** The title of the page that is open, and the way to the others. */
export function PageMenu({ title }: { title: string }) {
  const say = useSay();
  const locale = useLocale();
  const navigate = useNavigate();
  const { pageId, path } = useEditor();
  const { data: pages = [] } = usePages();
  return (
    <Menu
      label={`${title} ${path} · ${say(words.pages)}`}
      className="tool flex max-w-[min(340px,52vw)] items-center gap-2"
      popupClassName="max-h-[min(480px,70dvh)] overflow-auto"
      trigger={
        <>
          <h1 className="min-w-0 truncate font-semibold text-ink">{title}</h1>
          <span className="shrink-0 font-mono text-xs text-ink-3 max-md:hidden">{path}</span>
          <ChevronDown {...toolIcon} size={14} />
        </>
      }
      items={[
        ...pages.map((page) => ({
          name: inLocale(page.title, locale) ?? page.path,
          note: page.path,
          isChosen: page.id === pageId,
          run: () => void navigate(`/builder/${page.id}`),
        })),
        "separator" as const,
        { name: say(words.all), run: () => void navigate("/paas/page/list") },
      ]}
    />
  );
}
