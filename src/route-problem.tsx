import { Component, type ReactNode, useEffect } from "react";
import type { Location } from "react-router";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useText } from "#ui/locale.ts";

const texts = {
  title: { zh: "此页面无法打开", en: "This page could not be opened" },
  text: {
    zh: "网络可能中断，或系统刚刚更新。请重新加载。",
    en: "You may be offline, or the system was just updated. Reload to try again.",
  },
  reload: { zh: "重新加载", en: "Reload" },
};

/** Shown instead of a screen that failed, or whose code did not load (B-277). */
export function RouteProblem({ error }: { error: unknown }) {
  const t = useText();
  useEffect(() => console.error(error), [error]);
  return (
    <EmptyState isProblem title={t(texts.title)} text={t(texts.text)}>
      <Button onClick={() => location.reload()}>{t(texts.reload)}</Button>
    </EmptyState>
  );
}

type BoundaryProps = { location: Location; children: ReactNode };
type BoundaryState = { location: Location; failure?: { error: unknown } | undefined };

/** Shows a problem instead of a screen that fails while it is rendered, until the address changes. */
export class RouteBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { location: this.props.location };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ location }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return location === state.location ? null : { location, failure: undefined };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure === undefined ? this.props.children : <RouteProblem error={failure.error} />;
  }
}
