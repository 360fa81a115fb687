import { useQueryClient } from "@tanstack/react-query";
import { Navigate, useLocation, useParams } from "react-router";
import { AutoScreen } from "#features/admin/auto.screen.tsx";
import { loadRowAction } from "#features/admin/rows/load-row-action.ts";
import type { RowAction } from "#kit/auto.ts";
import { type LibraryKind, libraryKinds } from "#kit/media-library.ts";
import type { FileRow } from "#features/media/file-details.tsx";
import { LibraryNav } from "#features/media/library/library-nav.tsx";
import { SpaceUsage } from "#features/media/space-usage.tsx";
import { UploadFiles } from "#features/media/upload-files.tsx";
import { usePerson } from "#client/person.ts";
import { ScreenLoading } from "#client/screen-states.tsx";
import { lazyControl } from "#ui/lazy-control.tsx";
import { useLocale } from "#ui/locale.ts";

const MediaLibrary = lazyControl(async () => (await import("#features/media/library/media-library.tsx")).MediaLibrary, {
  renderFallback: () => <ScreenLoading />,
});

/** List of files with upload and storage usage. */
function FileList() {
  const { data: person } = usePerson();
  const isAdministrator = person?.isAdministrator === true || person?.isSuperAdmin === true;
  return (
    <>
      <div className="mb-5">
        <LibraryNav />
      </div>
      <AutoScreen actions={<UploadFiles />} />
      {isAdministrator && <SpaceUsage />}
    </>
  );
}

/** The library of images or of videos (S-060, S-061). */
function Library({ kind }: { kind: LibraryKind }) {
  const locale = useLocale();
  const client = useQueryClient();
  const { type = "storageFile" } = useParams();
  const { pathname, search } = useLocation();
  const [, area = "paas"] = pathname.split("/");
  // The library belongs to the files; an address with another type leads to it, because the last segment alone says which screen it is.
  if (type.toLowerCase() !== "storagefile") return <Navigate to={`/${area}/storageFile/${kind}${search}`} replace />;

  const refresh = () => client.invalidateQueries({ queryKey: ["table", "storageFile"] });

  /** Deletes files after a confirmation, and offers to undo it. Resolves to whether they were deleted. */
  async function deleteFiles(action: RowAction, files: readonly FileRow[]): Promise<boolean> {
    const code = await loadRowAction(locale);
    if (code === undefined) return false;
    const isDone = await code.runRowAction({
      type: "storageFile",
      ids: files.map(({ id }) => id),
      name: files.length === 1 ? files[0]!.name : undefined,
      action,
      locale,
      onUndone: refresh,
    });
    if (isDone) await refresh();
    return isDone;
  }

  return <MediaLibrary kind={kind} area={area} onDelete={deleteFiles} />;
}

/** The files: all of them as a list, or one kind as a grid. */
export function FilesScreen() {
  const { pathname } = useLocation();
  const kind = libraryKinds.find((candidate) => pathname.toLowerCase().replace(/\/$/, "").endsWith(`/${candidate}`));
  // A new key per kind, so that no state is carried over.
  return kind === undefined ? <FileList /> : <Library key={kind} kind={kind} />;
}
