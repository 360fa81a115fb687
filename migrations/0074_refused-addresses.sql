ALTER TABLE "notice_email" ADD COLUMN "refused" text;
ALTER TABLE "notice_email" ADD COLUMN "refused_at" timestamp (3) with time zone;
ALTER TABLE "notice_email" ADD COLUMN "refusal" text;
