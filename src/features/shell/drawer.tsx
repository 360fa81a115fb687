import { Dialog } from "@base-ui/react/dialog";
import type { ReactNode } from "react";

type DrawerProps = { title: string; isOpen: boolean; onOpenChange: (isOpen: boolean) => void; children: ReactNode };

/** A panel that slides in from the left over the screen. */
export function Drawer({ title, isOpen, onOpenChange, children }: DrawerProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => onOpenChange(open)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fade fixed inset-0 z-40 bg-[rgb(3_13_9/0.5)]" />
        <Dialog.Popup className="slide fixed inset-y-0 left-0 z-50 flex w-64 flex-col border-r border-line bg-paper-2 outline-none">
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
