import { useQueryClient } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { loadDialogLater } from "#ui/dialog-later.tsx";
import { useText } from "#ui/locale.ts";

const uploadText = { zh: "上传", en: "Upload" };

const UploadDialog = loadDialogLater(() => import("./upload-dialog.tsx").then((file) => file.UploadDialog));

/** Button and dialog that upload files without a form. */
export function UploadFiles() {
  const t = useText();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);

  function close(): void {
    setOpen(false);
    void client.invalidateQueries({ queryKey: ["table", "storageFile"] });
    void client.invalidateQueries({ queryKey: ["file storage"] });
  }

  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        <Upload size={16} strokeWidth={1.5} aria-hidden />
        {t(uploadText)}
      </Button>
      {isOpen && <UploadDialog onClose={close} />}
    </>
  );
}
