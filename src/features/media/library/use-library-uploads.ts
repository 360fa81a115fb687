import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import type { LibraryKind } from "#kit/media-library.ts";
import { useUploads } from "#client/uploads/use-uploads.tsx";
import { useLeaveQuestion } from "#render/form/use-leave-question.ts";
import { useLeaveWarning } from "#render/form/use-save-key.ts";
import { useFileDrop } from "#ui/file-drop.ts";
import { useLocale } from "#ui/locale.ts";
import { stopUploadQuestion } from "../stop-upload.ts";

/**
 * Uploads into the library, from files that are chosen, dropped on the screen, or pasted anywhere on it. The list is refreshed after every file.
 * Leaving the screen meanwhile asks first.
 */
export function useLibraryUploads(kind: LibraryKind) {
  const locale = useLocale();
  const client = useQueryClient();
  const { upload, isBusy, progress, problems } = useUploads({ kind, locale });
  const isUploading = useRef(false);
  useEffect(() => {
    isUploading.current = isBusy;
  }, [isBusy]);
  useLeaveWarning(useCallback(() => isUploading.current, []));
  useLeaveQuestion(isUploading, undefined, stopUploadQuestion);

  const refresh = () => {
    void client.invalidateQueries({ queryKey: ["table", "storageFile"] });
    void client.invalidateQueries({ queryKey: ["file storage"] });
  };
  const uploadFiles = (files: readonly File[]) => void upload(files, refresh);
  const { isOver, handlers } = useFileDrop(true, uploadFiles);
  const { onPaste: _onPaste, ...dropHandlers } = handlers;

  const latestUpload = useRef(uploadFiles);
  useEffect(() => {
    latestUpload.current = uploadFiles;
  });
  useEffect(() => {
    const handlePaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      // Pasted text is left to the browser.
      if (files.length === 0) return;
      event.preventDefault();
      latestUpload.current(files);
    };
    addEventListener("paste", handlePaste);
    return () => removeEventListener("paste", handlePaste);
  }, []);

  return { uploadFiles, isOver, dropHandlers, progress, problems };
}
