import { loadDialogLater } from "#ui/dialog-later.tsx";
import { useEditor } from "#features/builder/editor/editor.ts";
import { useValue } from "#features/builder/document/value.ts";

const ConflictDialog = loadDialogLater(() => import("./conflict-dialog.tsx").then((file) => file.ConflictDialog));
const FaultsDialog = loadDialogLater(() => import("./faults-dialog.tsx").then((file) => file.FaultsDialog));

/** The dialog for the session's current question: a conflict or faults. */
export function QuestionDialog() {
  const { session } = useEditor();
  const question = useValue(session.question);
  if (question === undefined) return null;
  const close = () => session.question.set(undefined);
  if (question.kind === "faults")
    return <FaultsDialog title={question.title} faults={question.faults} onClose={close} />;
  return <ConflictDialog conflict={question.conflict} onClose={close} />;
}
