import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import { useParams } from "react-router";
import type { AnyRow } from "#kit/entity.ts";
import { inLocale } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { ScreenProblem } from "#client/screen-states.tsx";
import { loadDialogLater } from "#ui/dialog-later.tsx";
import { FrameSkeleton } from "#ui/frame-skeleton.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { useTitle } from "#ui/title.ts";
import { PageTiles } from "#features/builder/theme/page-tiles.tsx";
import { type Preview, ThemeBar } from "#features/builder/theme/theme-bar.tsx";
import type { ThemeDialog } from "#features/builder/theme/theme-commands.ts";
import { ThemePanel } from "#features/builder/theme/theme-panel.tsx";
import { fontsOf, type ThemeChoice, tokensOf } from "#features/builder/theme/theme-values.ts";
import { useTheme } from "#features/builder/theme/use-theme.ts";
import "./builder.css";
import "./theme/theme-editor.css";
import screen from "./theme-editor.screen.ts";

const texts = { settings: { zh: "主题设置", en: "Theme settings" }, previews: { zh: "预览", en: "Previews" } };

type Loaded = { row: AnyRow; themes: ThemeChoice[]; currentId: string | null };

/** The theme, the other themes of the space, and which of them the site has. */
async function loadTheme(id: string, signal: AbortSignal): Promise<Loaded> {
  const [row, themes, sites] = await Promise.all([
    call("GET Api/{type}/QueryById", { type: "theme", id }, { signal }),
    call("GET Api/{type}/QueryList", { type: "theme" }, { signal }),
    call("GET Api/{type}/QueryList", { type: "site" }, { signal }),
  ]);
  const [site] = sites as unknown as { theme: string | null }[];
  return { row: row as AnyRow, themes: themes as unknown as ThemeChoice[], currentId: site?.theme ?? null };
}

const OfferDialog = loadDialogLater(() =>
  import("./gallery/theme-offer-dialog.tsx").then((file) => file.ThemeOfferDialog),
);
const UpdateDialog = loadDialogLater(() =>
  import("./gallery/theme-update-dialog.tsx").then((file) => file.ThemeUpdateDialog),
);

function ThemeEditor({ row, themes, currentId, onReplaced }: Loaded & { onReplaced: () => void }) {
  const locale = useLocale();
  const t = useText();
  const theme = useTheme(row, currentId === row.id);
  const [preview, setPreview] = useState<Preview>({ locale, scheme: "light" });
  const [dialog, setDialog] = useState<ThemeDialog>();
  const { data: update } = useQuery({
    queryKey: ["themes", row.id, "update"],
    queryFn: ({ signal }) => call("GET Api/Market/ThemeUpdate", { themeId: row.id }, { signal }),
  });
  const close = () => setDialog(undefined);
  // Typing comes first: three pages are drawn again for every change.
  const values = useDeferredValue(theme.values);
  const tokens = useMemo(() => tokensOf(values), [values]);
  const fonts = useMemo(() => fontsOf(values), [values]);
  useTitle(`${inLocale(theme.values.name, locale) ?? ""} · ${t(screen.title)}`);
  return (
    <div className="builder theme-editor flex min-h-dvh flex-col" data-document-undo>
      <ThemeBar
        theme={theme}
        themeId={row.id}
        themes={themes}
        currentId={currentId}
        preview={preview}
        onPreview={setPreview}
        latest={update?.later?.latest}
        onOpen={setDialog}
      />
      <main className="theme-panels grid min-h-0 flex-1">
        <section aria-label={t(texts.settings)} className="inspector scroll min-h-0 overflow-auto border-line">
          <ThemePanel values={theme.values} edit={theme.edit} set={theme.set} />
        </section>
        <section aria-label={t(texts.previews)} className="min-h-0 bg-paper-2 p-3">
          <PageTiles themeId={row.id} tokens={tokens} fonts={fonts} {...preview} />
        </section>
      </main>
      {dialog === "offer" && <OfferDialog themeId={row.id} name={theme.values.name} onClose={close} />}
      {dialog === "updates" && (
        <UpdateDialog themeId={row.id} isCurrent={currentId === row.id} onChanged={onReplaced} onClose={close} />
      )}
    </div>
  );
}

/** The editor of a theme, beside three pages of the space that show every change at once. */
export function ThemeEditorScreen() {
  const { themeId = "" } = useParams();
  const locale = useLocale();
  /** Counts what the market has changed of the theme: then it is edited anew. */
  const [replaced, setReplaced] = useState(0);
  const { data, error, refetch } = useQuery({
    queryKey: ["themes", themeId],
    queryFn: ({ signal }) => loadTheme(themeId, signal),
  });
  if (data !== undefined)
    return (
      <ThemeEditor key={`${themeId} ${replaced}`} {...data} onReplaced={() => setReplaced((count) => count + 1)} />
    );
  if (error === null) return <FrameSkeleton frame="builder" locale={locale} />;
  return (
    <main className="mx-auto max-w-[1280px] p-8">
      <ScreenProblem problem={error} onRetry={() => void refetch()} />
    </main>
  );
}
