import { Component, type ReactNode } from "react";
import type { PageRecord } from "#kit/page.ts";
import type { RenderContext } from "#kit/widget.ts";
import { BrokenPlaceholder } from "#render/page/broken.tsx";

type Props = { record: PageRecord; context: RenderContext; children: ReactNode };

/** An error boundary around the rendered record; renders the record again when it has changed. */
export class RecordErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidUpdate(previous: Props, previousState: { hasFailed: boolean }): void {
    if (previousState.hasFailed && previous.record !== this.props.record) this.setState({ hasFailed: false });
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <BrokenPlaceholder context={this.props.context} /> : this.props.children;
  }
}
