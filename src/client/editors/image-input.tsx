import { ImageUp, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import type { Locale } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { errorMessage } from "#kit/error-message.ts";
import { classNames } from "#ui/class-names.ts";
import { useFileDrop } from "#ui/file-drop.ts";
import { LibraryButton } from "./library-button.tsx";
import { acceptedPictures, uploadPicture } from "#client/uploads/upload-picture.ts";

type ImageInputProps = {
  id: string;
  value: string | null;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  locale: Locale;
  /** Accessible name, for an input without a visible label. */
  label?: string;
  onChange: (url: string | null) => void;
};

const texts = {
  choose: { zh: "上传图片", en: "Upload an image" },
  uploading: { zh: "正在上传…", en: "Uploading…" },
  remove: { zh: "移除图片", en: "Remove image" },
};

/** Uploads a picture at once and reports its URL; a failure is shown and the old picture stays. */
export function ImageInput({ id, value, invalid, disabled, describedBy, locale, label, onChange }: ImageInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<{ isBusy: boolean; problem?: string }>({ isBusy: false });

  async function upload(file: File): Promise<void> {
    setState({ isBusy: true });
    try {
      onChange(await uploadPicture(file));
      setState({ isBusy: false });
    } catch (error) {
      setState({ isBusy: false, problem: errorMessage(error) });
    }
  }

  const { isOver, handlers } = useFileDrop(!disabled && !state.isBusy, ([file]) => void upload(file!));

  return (
    <div className={classNames("grid gap-2 rounded-sm", isOver && "bg-paper-2 outline-2 outline-brand")} {...handlers}>
      {value !== null && (
        <img src={value} alt="" className="max-h-32 max-w-full rounded-sm border border-line object-contain" />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={input}
          id={id}
          type="file"
          accept={acceptedPictures}
          className="sr-only"
          tabIndex={-1}
          {...(label === undefined ? {} : { "aria-label": label })}
          disabled={disabled}
          aria-invalid={invalid}
          aria-describedby={describedBy}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file !== undefined) void upload(file);
            event.target.value = "";
          }}
        />
        <Button disabled={disabled || state.isBusy} onClick={() => input.current?.click()}>
          <ImageUp size={16} strokeWidth={1.5} />
          {state.isBusy ? texts.uploading[locale] : texts.choose[locale]}
        </Button>
        <LibraryButton
          kind="image"
          max={1}
          locale={locale}
          disabled={disabled || state.isBusy}
          onChoose={([file]) => onChange(file!.url)}
        />
        {value !== null && (
          <Button
            kind="quiet"
            size="icon"
            aria-label={texts.remove[locale]}
            disabled={disabled}
            onClick={() => onChange(null)}
          >
            <Trash2 size={16} strokeWidth={1.5} />
          </Button>
        )}
      </div>
      {state.problem !== undefined && (
        <p role="alert" className="text-danger text-sm">
          {state.problem}
        </p>
      )}
    </div>
  );
}
