import { type ReactNode, useRef, useState } from "react";
import { formatText } from "#kit/text.ts";
import { loadDialogLater } from "#ui/dialog-later.tsx";
import { useText } from "#ui/locale.ts";
import type { Values } from "./form-store.ts";

const texts = {
  why: { zh: "保存“{name}”需要支付密码确认。", en: "Enter your payment password to save “{name}”." },
};

const PayPasswordDialog = loadDialogLater(() =>
  import("./pay-password-dialog.tsx").then((file) => file.PayPasswordDialog),
);

/** Sent with the values of a save. */
export type Confirmation = { confirmToken?: string };
/** Asks for the payment password for exactly these values, if the form requires it; undefined: the person cancelled. */
export type Confirm = (body: Values) => Promise<Confirmation | undefined>;

type PendingPrompt = { body: Values; answer: (confirmation: Confirmation | undefined) => void };

type ConfirmedForm = {
  /** Name of the form on the server; `name` is for the person. */
  form: string;
  name: string;
  isRequired: boolean;
};

/**
 * Confirms saves by payment password. If the response to a save is lost, its token is reused for the same values: the person need not enter the
 * password again, and the server recognizes the repeated save. `forget` discards the token after a response.
 */
export function usePayPassword({ form, name, isRequired }: ConfirmedForm): {
  confirm: Confirm;
  forget: () => void;
  dialog: ReactNode;
} {
  const t = useText();
  const [prompt, setPrompt] = useState<PendingPrompt>();
  const lastToken = useRef<{ body: string; confirmToken: string }>(undefined);
  const answer = (confirmation: Confirmation | undefined) => {
    prompt?.answer(confirmation);
    setPrompt(undefined);
  };
  return {
    async confirm(body) {
      if (!isRequired) return {};
      if (lastToken.current?.body === JSON.stringify(body)) return { confirmToken: lastToken.current.confirmToken };
      return new Promise((resolve) => setPrompt({ body, answer: resolve }));
    },
    forget() {
      lastToken.current = undefined;
    },
    dialog: prompt !== undefined && (
      <PayPasswordDialog
        description={t(formatText(texts.why, { name }))}
        form={form}
        body={prompt.body}
        onConfirmed={async (confirmToken) => {
          lastToken.current = { body: JSON.stringify(prompt.body), confirmToken };
          answer({ confirmToken });
        }}
        onClose={() => answer(undefined)}
      />
    ),
  };
}
