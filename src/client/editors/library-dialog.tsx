import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useDeferredValue, useEffect, useRef, useState } from "react";
import type { AnyRow } from "#kit/entity.ts";
import { dateTime } from "#kit/format.ts";
import { type FileKind, fileSize, type FileValue, withStoredExtension } from "#kit/stored-file.ts";
import { formatText } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { MoreButton } from "#ui/more-button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Dialog } from "#ui/dialog.tsx";
import { FileThumbnail } from "#ui/file-thumbnail.tsx";
import { Input } from "#ui/input.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import { useText } from "#ui/locale.ts";

const texts = {
  title: { zh: "文件库", en: "Library" },
  search: { zh: "按名称搜索", en: "Search by name" },
  none: { zh: "文件库中还没有此类文件", en: "There are no files of this kind yet" },
  noneFound: { zh: "没有名称匹配的文件", en: "No file names match" },
  add: { zh: "选择 {count} 个", en: "Choose {count}" },
  addNone: { zh: "选择", en: "Choose" },
  cancel: { zh: "取消", en: "Cancel" },
  limit: { zh: "最多再选 {max} 个", en: "Up to {max} more" },
};
const pageSize = 30;
/** ms without typing after which the search starts. */
const searchDelay = 200;

type StoredFile = FileValue & { uploadedAt: string };

const storedFileOf = ({ path, name, size, uploadedAt }: AnyRow): StoredFile => ({
  url: String(path),
  name: withStoredExtension(String(name), String(path)),
  size: Number(size),
  uploadedAt: String(uploadedAt),
});

/** The text, updated after a pause in typing. */
function useDebouncedText(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), searchDelay);
    return () => clearTimeout(timer);
  }, [text]);
  return useDeferredValue(debounced);
}

/** Queries the stored files that the person may read, newest first, page by page. `name`: the search text; "" finds all files. */
function useLibrary(kind: FileKind | undefined, name: string) {
  return useInfiniteQuery({
    queryKey: ["library", kind, name],
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }) => {
      const fields = { ...(kind === undefined ? {} : { fileType: kind }), ...(name === "" ? {} : { name }) };
      const paraModel = { url: "/admin/storageFile/list", pageIndex: pageParam, pageSize, fields };
      const { result } = await call("POST paas/table/search", { paraModel }, { signal });
      return result.rows.map(storedFileOf);
    },
    getNextPageParam: (last, pages) => (last.length < pageSize ? undefined : pages.length + 1),
    placeholderData: keepPreviousData,
    // The dialog shows files that were uploaded since it was last open.
    staleTime: 0,
  });
}

type CardProps = { file: StoredFile; isChosen: boolean; disabled: boolean; onChoose: () => void };

function Card({ file: { url, name, size, uploadedAt }, isChosen, disabled, onChoose }: CardProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      disabled={disabled}
      title={name}
      onClick={onChoose}
      className={classNames(
        "grid w-full gap-2 rounded-sm border p-2 text-left disabled:opacity-50",
        isChosen
          ? "border-brand bg-paper-2 outline-2 outline-brand"
          : "border-line hover:border-line-2 hover:bg-paper-2",
      )}
    >
      <FileThumbnail url={url} className="aspect-[4/3] w-full" />
      <span className="min-w-0">
        <span className="block truncate text-sm">{name}</span>
        <span className="block text-xs text-ink-3 tabular-nums">
          {fileSize(size)} · {dateTime(uploadedAt, "yyyy-MM-dd")}
        </span>
      </span>
    </button>
  );
}

type LibraryDialogProps = {
  kind?: FileKind | undefined;
  max: number;
  onChoose: (files: FileValue[]) => void;
  onClose: () => void;
};

/** Dialog to choose stored files. With `max` 1, a click on a file chooses it and closes the dialog. */
export function LibraryDialog({ kind, max, onChoose, onClose }: LibraryDialogProps) {
  const t = useText();
  const [typedName, setTypedName] = useState("");
  const name = useDebouncedText(typedName.trim());
  const query = useLibrary(kind, name);
  const [chosenFiles, setChosenFiles] = useState<readonly FileValue[]>([]);
  const searchBox = useRef<HTMLInputElement>(null);
  const isSingle = max === 1;
  const isFull = chosenFiles.length >= max;

  function choose({ url, name: fileName, size }: StoredFile): void {
    const value = { url, name: fileName, size };
    if (isSingle) return onChoose([value]);
    setChosenFiles((previous) =>
      previous.some((file) => file.url === url) ? previous.filter((file) => file.url !== url) : [...previous, value],
    );
  }

  const count = chosenFiles.length;
  return (
    <Dialog
      isOpen
      size="wide"
      title={t(texts.title)}
      {...(isSingle ? {} : { description: t(formatText(texts.limit, { max })) })}
      initialFocus={searchBox}
      hasClose
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t(texts.cancel)}</Button>
          {!isSingle && (
            <Button kind="primary" disabled={count === 0} onClick={() => onChoose([...chosenFiles])}>
              {t(count === 0 ? texts.addNone : formatText(texts.add, { count }))}
            </Button>
          )}
        </>
      }
    >
      <div className="mt-3 grid gap-4">
        <span className="relative">
          <Search
            size={16}
            strokeWidth={1.5}
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-3"
          />
          <Input
            ref={searchBox}
            type="search"
            className="pl-9"
            aria-label={t(texts.search)}
            placeholder={t(texts.search)}
            value={typedName}
            onChange={(event) => setTypedName(event.target.value)}
          />
        </span>
        <div className="min-h-64">
          <QueryContent query={query} height="h-64">
            {({ pages }) => {
              const files = pages.flat();
              if (files.length === 0)
                return (
                  <p role="status" className="py-16 text-center text-ink-2">
                    {t(name === "" ? texts.none : texts.noneFound)}
                  </p>
                );
              return (
                <>
                  <ul className="grid list-none grid-cols-2 gap-3 p-0 sm:grid-cols-4">
                    {files.map((file) => {
                      const isChosen = chosenFiles.some(({ url }) => url === file.url);
                      return (
                        <li key={file.url} className="min-w-0">
                          <Card
                            file={file}
                            isChosen={isChosen}
                            disabled={isFull && !isChosen}
                            onChoose={() => choose(file)}
                          />
                        </li>
                      );
                    })}
                  </ul>
                  {query.hasNextPage && (
                    <p className="mt-4 text-center">
                      <MoreButton query={query} />
                    </p>
                  )}
                </>
              );
            }}
          </QueryContent>
        </div>
      </div>
    </Dialog>
  );
}
