import { type ClipboardEvent, type DragEvent, useState } from "react";

type FileDrop = {
  /** Whether files are dragged over the element. */
  isOver: boolean;
  handlers: {
    onDragOver: (event: DragEvent) => void;
    onDragLeave: () => void;
    onDrop: (event: DragEvent) => void;
    onPaste: (event: ClipboardEvent) => void;
  };
};

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");

/** Handles files that are dropped on an element, or pasted while it has the focus. While `acceptsFiles` is false, they are ignored. */
export function useFileDrop(acceptsFiles: boolean, onFiles: (files: File[]) => void): FileDrop {
  const [isOver, setIsOver] = useState(false);
  const handleFiles = (files: File[]) => {
    if (acceptsFiles && files.length > 0) onFiles(files);
  };
  return {
    isOver,
    handlers: {
      onDragOver(event) {
        if (!hasFiles(event)) return;
        // Otherwise the browser would replace the page with the file. This applies when no file is accepted, too.
        event.preventDefault();
        setIsOver(acceptsFiles);
      },
      onDragLeave: () => setIsOver(false),
      onDrop(event) {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(false);
        handleFiles([...event.dataTransfer.files]);
      },
      onPaste(event) {
        const files = [...event.clipboardData.files];
        // Pasted text is left to the browser.
        if (files.length === 0) return;
        event.preventDefault();
        handleFiles(files);
      },
    },
  };
}
