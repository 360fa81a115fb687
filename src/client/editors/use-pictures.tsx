import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from "react";
import { firstCharacters } from "#kit/text-length.ts";
import { formatText, type Locale } from "#kit/text.ts";
import { errorMessage } from "#kit/error-message.ts";
import { acceptedPictures, uploadPicture } from "#client/uploads/upload-picture.ts";
import { useSaveBlocker } from "#ui/save-blocker.ts";

const texts = {
  saveBlocked: { zh: "请等待上传完成", en: "Wait until the upload has finished." },
  uploading: { zh: "正在上传图片…", en: "Uploading the image…" },
  failed: { zh: "{name}：{why}", en: "{name}: {why}" },
};

/** The images among pasted or dropped data. Data that is also available as text, such as a table from a spreadsheet, is treated as text. */
export function picturesIn(data: DataTransfer | null): File[] {
  if (data === null || data.getData("text/plain").trim() !== "") return [];
  return [...data.files].filter(({ type }) => acceptedPictures.split(",").includes(type));
}

type Pictures = {
  /** Uploads images, one after the other. */
  add: (files: readonly File[]) => void;
  /** Opens the file dialog of the browser. */
  choose: () => void;
  /** The hidden file input, to be rendered in the editor. */
  chooser: ReactNode;
  /** The progress of uploads and the problem of a failed one, to be rendered in the editor. */
  status: ReactNode;
};

/** Uploads images for a text: `onStored` is called with the address of each. The form cannot be saved meanwhile. */
export function usePictures(locale: Locale, onStored: (url: string) => void): Pictures {
  const input = useRef<HTMLInputElement>(null);
  const [{ count, problem }, setState] = useState<{ count: number; problem?: string }>({ count: 0 });
  useSaveBlocker(count > 0 ? texts.saveBlocked : undefined);
  const latestOnStored = useRef(onStored);
  useLayoutEffect(() => {
    latestOnStored.current = onStored;
  });

  const upload = useCallback(
    async (files: readonly File[]): Promise<void> => {
      setState((state) => ({ count: state.count + files.length }));
      for (const file of files) {
        try {
          // The server accepts one image at a time.
          // oxlint-disable-next-line no-await-in-loop
          latestOnStored.current(await uploadPicture(file));
          setState((state) => ({ ...state, count: state.count - 1 }));
        } catch (error) {
          const reason = errorMessage(error);
          const text = formatText(texts.failed, { name: firstCharacters(file.name, 60), why: reason })[locale];
          setState((state) => ({ count: state.count - 1, problem: text }));
        }
      }
    },
    [locale],
  );
  const add = useCallback((files: readonly File[]) => void upload(files), [upload]);
  const choose = useCallback(() => input.current?.click(), []);
  return {
    add,
    choose,
    chooser: (
      <input
        ref={input}
        type="file"
        multiple
        accept={acceptedPictures}
        hidden
        onChange={(event) => {
          add([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    ),
    status: (
      <>
        <p role="status" className="px-3 pb-2 text-sm text-ink-2 empty:hidden">
          {count > 0 && texts.uploading[locale]}
        </p>
        {problem !== undefined && (
          <p role="alert" className="px-3 pb-2 text-sm text-danger">
            {problem}
          </p>
        )}
      </>
    ),
  };
}
