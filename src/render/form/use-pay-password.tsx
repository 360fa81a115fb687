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

/** Sent with a save, besides its values. */
export type Confirmation = { confirmToken?: string };
/** Asks for the payment password where the form requires it, for exactly these values; undefined: the person cancelled. */
export type Confirm = (body: Values) => Promise<Confirmation | undefined>;

type PendingPrompt = { body: Values; answer: (confirmation: Confirmation | undefined) => void };

type ConfirmedForm = {
  /** Name of the form on the server. */
  form: string;
  name: string;
  isAsked: boolean;
};

/**
 * Confirmation of saves by payment password. The token of a save without a response stays valid for the same values: the person is not asked again,
 * and the server recognizes the repetition. `forget` discards it after a response.
 */
export function usePayPassword({ form, name, isAsked }: ConfirmedForm): {
  confirm: Confirm;
  forget: () => void;
  dialog: ReactNode;
} {
  const t = useText();
  const [asking, setAsking] = useState<PendingPrompt>();
  const latest = useRef<{ body: string; confirmToken: string }>(undefined);
  const answer = (confirmation: Confirmation | undefined) => {
    asking?.answer(confirmation);
    setAsking(undefined);
  };
  return {
    async confirm(body) {
      if (!isAsked) return {};
      if (latest.current?.body === JSON.stringify(body)) return { confirmToken: latest.current.confirmToken };
      return new Promise((resolve) => setAsking({ body, answer: resolve }));
    },
    forget() {
      latest.current = undefined;
    },
    dialog: asking !== undefined && (
      <PayPasswordDialog
        description={t(formatText(texts.why, { name }))}
        form={form}
        body={asking.body}
        onConfirmed={async (confirmToken) => {
          latest.current = { body: JSON.stringify(asking.body), confirmToken };
          answer({ confirmToken });
        }}
        onClose={() => answer(undefined)}
      />
    ),
  };
}
