import { CommentPins } from "./comment-pins.tsx";
import { CommentsPanel } from "./comments-panel.tsx";
import "./comments.css";

/** The comments of the open page. They are one file with their styles, loaded when the page has been drawn. */
export const comments = { CommentPins, CommentsPanel };
