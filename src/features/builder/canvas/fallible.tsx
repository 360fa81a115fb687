import { Component, type ReactNode } from "react";
import type { PageRecord } from "#kit/page.ts";
import type { RenderContext } from "#kit/widget.ts";
import { Broken } from "#render/page/broken.tsx";

type Props = { record: PageRecord; context: RenderContext; children: ReactNode };

/** An error boundary for a part of the page; retries when its record has changed. */
export class Fallible extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidUpdate(previous: Props, state: { hasFailed: boolean }): void {
    if (state.hasFailed && previous.record !== this.props.record) this.setState({ hasFailed: false });
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <Broken context={this.props.context} /> : this.props.children;
  }
}
