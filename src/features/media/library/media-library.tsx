import "./library.css";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Trash2, Upload } from "lucide-react";
import { type ChangeEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { actionsByRow, type RowAction } from "#kit/auto.ts";
import type { LibraryKind } from "#kit/media-library.ts";
import { acceptAttribute, maxFileMegabytes } from "#kit/stored-file.ts";
import { formatText } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { ScreenProblem } from "#client/screen-states.tsx";
import { FieldTypesBoundary } from "#render/field-types-boundary.tsx";
import "#render/usual-field-types.ts";
import { SelectionBar } from "#render/table/selection-bar.tsx";
import { createSelection } from "#render/table/selection.ts";
import { TableSearch } from "#render/table/table-search.tsx";
import {
  isSearched,
  readTableState,
  type TableState,
  withoutSearch,
  withPage,
  withPageSize,
  withSearch,
  writeTableState,
} from "#render/table/table-state.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { Pagination } from "#ui/pagination.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useTitle } from "#ui/title.ts";
import { notify } from "#ui/toast.tsx";
import type { FileRow } from "../file-details.tsx";
import { LibraryDetails } from "./library-details.tsx";
import { GridSkeleton, LibraryGrid } from "./library-grid.tsx";
import { LibraryNav } from "./library-nav.tsx";
import { LibraryOrder } from "./library-order.tsx";
import { useLibraryUploads } from "./use-library-uploads.ts";

const kindTexts = {
  image: {
    title: { zh: "图片", en: "Images" },
    upload: { zh: "上传图片", en: "Upload images" },
    formats: { zh: "PNG、JPG、WebP、GIF", en: "PNG, JPG, WebP or GIF" },
    empty: { zh: "还没有图片", en: "No images yet" },
    noneFound: { zh: "没有符合条件的图片", en: "No images match" },
    drop: { zh: "松开即可上传图片", en: "Drop to upload images" },
  },
  video: {
    title: { zh: "视频", en: "Videos" },
    upload: { zh: "上传视频", en: "Upload videos" },
    formats: { zh: "MP4、WebM", en: "MP4 or WebM" },
    empty: { zh: "还没有视频", en: "No videos yet" },
    noneFound: { zh: "没有符合条件的视频", en: "No videos match" },
    drop: { zh: "松开即可上传视频", en: "Drop to upload videos" },
  },
};
const texts = {
  loading: { zh: "正在加载…", en: "Loading…" },
  limit: { zh: "{formats}，单个不超过 {max} MB。", en: "{formats}, up to {max} MB each." },
  ways: { zh: "也可将文件拖到或粘贴到页面上。", en: "You can also drop or paste files anywhere on the page." },
  clear: { zh: "清除条件", en: "Clear search" },
  remove: { zh: "删除所选", en: "Delete selected" },
  inUse: {
    zh: "所选文件中有 {n} 个不能删除",
    en: "{n} of the selected files cannot be deleted",
  },
};
const pageSizes = [30, 60, 120] as const;

/** The state of the library from its address. Pages are larger than those of a list. */
function readLibraryState(query: URLSearchParams): TableState {
  const state = readTableState(query);
  return { ...state, pageSize: Math.max(pageSizes[0], state.pageSize) };
}

function useLibrary(kind: LibraryKind, { fields, sort, pageIndex, pageSize, after, before }: TableState) {
  const locale = useLocale();
  const page = { sort, pageIndex, pageSize, after, before };
  const definedPage = Object.fromEntries(Object.entries(page).filter(([, value]) => value !== undefined));
  const paraModel = {
    url: "/admin/storageFile/list",
    ...(definedPage as Pick<TableState, "pageIndex" | "pageSize">),
    fields: { ...fields, fileType: kind },
    allFields: true,
  };
  return useQuery({
    queryKey: ["table", "storageFile", "library", locale, paraModel],
    queryFn: ({ signal }) => call("POST paas/table/search", { paraModel }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The button that chooses files to upload. */
function UploadButton({ kind, onFiles }: { kind: LibraryKind; onFiles: (files: File[]) => void }) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  function handleChange({ target }: ChangeEvent<HTMLInputElement>): void {
    const files = [...(target.files ?? [])];
    // Allows choosing the same file again.
    target.value = "";
    onFiles(files);
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        accept={acceptAttribute(kind)}
        className="sr-only"
        tabIndex={-1}
        aria-label={t(kindTexts[kind].upload)}
        onChange={handleChange}
      />
      <Button kind="primary" onClick={() => input.current?.click()}>
        <Upload size={16} strokeWidth={1.5} aria-hidden="true" />
        {t(kindTexts[kind].upload)}
      </Button>
    </>
  );
}

/** The total comes with the page: from 1,000 files on it is a lower bound. */
const ignoreSeen = () => {};

type MediaLibraryProps = {
  /** Required by `lazyControl`. */
  id?: string;
  kind: LibraryKind;
  area: string;
  /** Deletes files after a confirmation. Resolves to whether they were deleted. */
  onDelete: (action: RowAction, files: readonly FileRow[]) => Promise<boolean>;
};

/** All stored images or videos that the person may read, as a grid; the same rows as in the list of files. */
export function MediaLibrary({ kind, area, onDelete }: MediaLibraryProps) {
  const t = useText();
  const locale = useLocale();
  const [query, setQuery] = useSearchParams();
  const state = useMemo(() => readLibraryState(query), [query]);
  const library = useLibrary(kind, state);
  const { data, error, isPlaceholderData, refetch } = library;
  const uploads = useLibraryUploads(kind);
  const [selection] = useState(createSelection);
  const [openId, setOpenId] = useState<string>();
  useTitle(t(kindTexts[kind].title));
  const files = useMemo(() => (data?.result.rows ?? []) as FileRow[], [data]);
  // Only visible files are selected.
  useLayoutEffect(() => selection.retain(files), [selection, files]);

  const actionsById = useMemo(() => data && actionsByRow(data.rowActions, data.result.rows), [data]);
  const deletionOf = ({ id }: FileRow) =>
    (actionsById?.get(id) ?? data?.play.actions ?? []).find(({ event }) => event === "delete");
  const isDeletable = files.some((file) => deletionOf(file) !== undefined);

  // The kind is that of the library.
  const searchItems = useMemo(() => data?.play.fields.filter(({ prop }) => prop !== "fileType") ?? [], [data]);

  const show = (next: TableState) => setQuery(writeTableState(query, next), { preventScrollReset: true });

  /** Why files cannot be deleted together; undefined if they can. */
  function refusalOf(chosenFiles: readonly FileRow[]): string | undefined {
    const refused = chosenFiles
      .map(deletionOf)
      .filter((action) => action === undefined || action.disabled !== undefined);
    if (refused.length === 0) return undefined;
    if (refused.length === chosenFiles.length && refused[0]?.disabled !== undefined) return refused[0].disabled;
    return t(formatText(texts.inUse, { n: refused.length }));
  }

  async function deleteFiles(chosenFiles: readonly FileRow[]): Promise<void> {
    const refusal = refusalOf(chosenFiles);
    if (refusal !== undefined) return notify("info", refusal);
    const action = chosenFiles[0] && deletionOf(chosenFiles[0]);
    if (action === undefined || !(await onDelete(action, chosenFiles))) return;
    setOpenId(undefined);
    if (chosenFiles.length === files.length && state.pageIndex > 1) show(withPage(state, "previous", files));
  }
  const selectedFiles = () => files.filter(({ id }) => selection.ids().has(id));

  if (error !== null && data === undefined) return <ScreenProblem problem={error} onRetry={() => void refetch()} />;
  const openIndex = files.findIndex(({ id }) => id === openId);
  const openFile = files[openIndex];
  const uploadButton = <UploadButton kind={kind} onFiles={uploads.uploadFiles} />;
  const limit = formatText(texts.limit, { formats: t(kindTexts[kind].formats), max: maxFileMegabytes[kind] });
  const { total = 0, isCapped = false } = data?.result ?? {};
  return (
    <div className="library relative grid grid-cols-[minmax(0,1fr)] content-start gap-5" {...uploads.dropHandlers}>
      <header className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-2xl font-semibold tracking-tight">{t(kindTexts[kind].title)}</h1>
        {uploadButton}
      </header>
      <LibraryNav />
      {uploads.progress}
      {uploads.problems}
      {data !== undefined && (
        <div className="flex flex-wrap items-end justify-between gap-3">
          <div className="min-w-0 flex-1">
            <FieldTypesBoundary
              fields={searchItems.map(({ config }) => config)}
              fallback={<Skeleton className="h-16" />}
            >
              <TableSearch
                items={searchItems}
                values={state.fields}
                locale={locale}
                onSearch={(fields) => show(withSearch(state, fields))}
              />
            </FieldTypesBoundary>
          </div>
          <LibraryOrder state={state} onState={show} />
        </div>
      )}
      {data === undefined ? (
        <GridSkeleton label={t(texts.loading)} />
      ) : files.length > 0 ? (
        <LibraryGrid
          label={t(kindTexts[kind].title)}
          files={files}
          isStale={isPlaceholderData}
          selection={isDeletable ? selection : undefined}
          onOpen={({ id }) => setOpenId(id)}
          onDeleteSelected={() => void deleteFiles(selectedFiles())}
        />
      ) : isSearched(state) ? (
        <EmptyState title={t(kindTexts[kind].noneFound)}>
          <Button onClick={() => show(withoutSearch(state))}>{t(texts.clear)}</Button>
        </EmptyState>
      ) : (
        <EmptyState title={t(kindTexts[kind].empty)} text={`${t(limit)} ${t(texts.ways)}`} />
      )}
      {data !== undefined && files.length > 0 && (
        <>
          <Pagination
            locale={locale}
            pageIndex={state.pageIndex}
            pageSize={state.pageSize}
            pageSizes={pageSizes}
            total={total}
            isCapped={isCapped}
            hasNext={files.length === state.pageSize && (isCapped || state.pageIndex * state.pageSize < total)}
            onPage={(step) => show(withPage(state, step, files))}
            onPageSize={(size) => show(withPageSize(state, size))}
            onSeen={ignoreSeen}
          />
          <p className="text-sm text-ink-3">
            {t(limit)} <span className="pointer-coarse:hidden">{t(texts.ways)}</span>
          </p>
        </>
      )}
      <SelectionBar
        selection={selection}
        locale={locale}
        renderActions={(ids) => {
          const chosenFiles = files.filter(({ id }) => ids.has(id));
          const refusal = refusalOf(chosenFiles);
          return (
            <Button
              kind="danger"
              disabled={refusal !== undefined}
              title={refusal}
              onClick={() => void deleteFiles(chosenFiles)}
            >
              <Trash2 size={16} strokeWidth={1.5} aria-hidden="true" />
              {t(texts.remove)}
            </Button>
          );
        }}
      />
      {openFile !== undefined && (
        <LibraryDetails
          file={openFile}
          area={area}
          position={openIndex + 1}
          count={files.length}
          deletion={
            deletionOf(openFile) === undefined
              ? undefined
              : { reason: refusalOf([openFile]), run: () => void deleteFiles([openFile]) }
          }
          onStep={(step) => setOpenId(files[openIndex + step]?.id)}
          onClose={() => setOpenId(undefined)}
        />
      )}
      {uploads.isOver && (
        <div
          aria-hidden="true"
          className="pointer-events-none library-drop absolute inset-0 z-10 grid place-items-center rounded-md font-medium"
        >
          {t(kindTexts[kind].drop)}
        </div>
      )}
    </div>
  );
}
