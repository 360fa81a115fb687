import type { EditProps } from "#kit/field.ts";
import { TextControl } from "#ui/text-control.tsx";

/** Default maximum length of an address, in characters; overridden by the field's `max`. */
export const maxUrlLength = 500;

/** The message for an address that `fullUrl` refuses. */
export const fullUrlMessage = {
  zh: "请输入以 https:// 开头的完整地址，不含用户名和密码",
  en: "Enter a full address that begins with https://, without a username or password",
};

type UrlControlProps = {
  edit: Omit<EditProps<"url">, "field"> & { field: { max?: number; placeholder?: string } };
  /** For fields without a placeholder of their own. */
  defaultPlaceholder: string;
};

/** The input of an address. */
export const UrlControl = ({ edit, defaultPlaceholder }: UrlControlProps) => (
  <TextControl
    edit={edit}
    inputMode="url"
    spellCheck={false}
    placeholder={edit.field.placeholder ?? defaultPlaceholder}
    maxLength={edit.field.max ?? maxUrlLength}
  />
);
