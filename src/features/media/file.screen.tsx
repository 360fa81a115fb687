import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useLocation, useSearchParams } from "react-router";
import type { AutoForm } from "#kit/auto.ts";
import { queryParameter } from "#kit/url.ts";
import { call } from "#client/call.ts";
import { ScreenLoading, ScreenProblem } from "#client/screen-states.tsx";
import { AutoFormView } from "#render/form/auto-form.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { useTitle } from "#ui/title.ts";
import { notify } from "#ui/toast.tsx";
import { FileButtons, FileFacts, type FileRow, LargePreview } from "./file-details.tsx";
import { FileUsesSection } from "./file-uses-section.tsx";

const texts = {
  back: { zh: "返回列表", en: "Back to list" },
  saved: { zh: "保存成功", en: "Saved" },
};

function useFile(id: string) {
  const locale = useLocale();
  const key = ["file", id, locale];
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call("GET Api/Ui/AutoForm", { type: "storageFile", id }, { signal }),
    // No automatic refetch: the form must not change while it is edited.
    staleTime: Infinity,
    gcTime: 0,
  });
  const client = useQueryClient();
  return {
    ...query,
    /** Updates the screen and the lists after a save. */
    async updateCache(row: FileRow): Promise<void> {
      client.setQueryData(key, (form: AutoForm | undefined) => form && { ...form, row });
      await client.invalidateQueries({ queryKey: ["table", "storageFile"] });
    },
  };
}

/** Details of a file: preview, facts, references, and the form for its name and alt text. */
export function FileScreen() {
  const t = useText();
  const locale = useLocale();
  // The screen exists in several areas of the site; its links stay in the current area.
  const [, area] = useLocation().pathname.split("/");
  const [query] = useSearchParams();
  const id = queryParameter(query, "id") ?? "";
  const { data: form, error, refetch, updateCache } = useFile(id);
  const row = (form?.row ?? undefined) as FileRow | undefined;
  useTitle(row?.name);
  if (error !== null && form === undefined) return <ScreenProblem problem={error} onRetry={() => void refetch()} />;
  if (form === undefined || row === undefined) return <ScreenLoading />;
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-6">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 flex-1 basis-72 text-2xl font-semibold tracking-tight break-words">{row.name}</h1>
        <Link to={`/${area}/storageFile/list`} className="button-link">
          {t(texts.back)}
        </Link>
      </header>
      <article className="grid grid-cols-1 gap-5 border border-line bg-sheet p-5 sm:p-6">
        <LargePreview {...row} />
        <FileFacts {...row} />
        <p className="flex flex-wrap gap-2">
          <FileButtons {...row} />
        </p>
      </article>
      <FileUsesSection id={id} area={area!} />
      <AutoFormView
        key={id}
        form={form}
        locale={locale}
        onSave={(changes, version) =>
          call("POST Api/{type}/QuerySave", { ...changes, type: "storageFile", id, version }) as Promise<FileRow>
        }
        onSaved={(saved) => {
          void updateCache(saved as FileRow);
          notify("success", t(texts.saved));
        }}
      />
    </div>
  );
}
