import { useState } from "react";
import { AutoScreen } from "#features/admin/auto.screen.tsx";
import { GenerateCodesButton, NewCodesDialog } from "#features/service/make-codes.tsx";

/** Activation codes, with a button that creates some. */
export function CodesScreen() {
  const [codes, setCodes] = useState<string[]>();
  return (
    <>
      <AutoScreen actions={<GenerateCodesButton onMade={setCodes} />} />
      {codes !== undefined && <NewCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </>
  );
}
