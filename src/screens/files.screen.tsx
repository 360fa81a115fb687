import { AutoScreen } from "#features/admin/auto.screen.tsx";
import { SpaceUsage } from "#features/media/space-usage.tsx";
import { UploadFiles } from "#features/media/upload-files.tsx";
import { usePerson } from "#client/person.ts";

/** List of files with upload and storage usage. */
export function FilesScreen() {
  const { data: person } = usePerson();
  const isAdministrator = person?.isAdministrator === true || person?.isSuperAdmin === true;
  return (
    <>
      <AutoScreen actions={<UploadFiles />} />
      {isAdministrator && <SpaceUsage />}
    </>
  );
}
