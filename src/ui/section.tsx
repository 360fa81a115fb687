import type { ReactNode } from "react";

/** A section of a settings screen: its title on the left, its content on the right. `anchor`: the id of its heading, which can take the focus. */
export function Section({ title, anchor, children }: { title: string; anchor?: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-10 gap-y-4 border-t border-line py-7 lg:grid-cols-[180px_minmax(0,720px)]">
      <h2 className="text-sm font-semibold" {...(anchor === undefined ? {} : { id: anchor, tabIndex: -1 })}>
        {title}
      </h2>
      <div className="grid gap-5">{children}</div>
    </section>
  );
}

/** A setting: its name, its value, and a button that changes it. */
export function Setting({ name, children, action }: { name: ReactNode; children: ReactNode; action: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-ink-2">{children}</p>
      </div>
      {action}
    </div>
  );
}
