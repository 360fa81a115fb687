ALTER TABLE "account" ADD COLUMN "agreed_at" timestamp (3) with time zone;
ALTER TABLE "tenant" ADD COLUMN "is_new" boolean DEFAULT false NOT NULL;
ALTER TABLE "theme" ADD COLUMN "default_language" text;

-- Spaces that nobody has named were called after their owner's masked number, which their public sites showed.
SELECT set_config('meridian.tenant', '*', true);
UPDATE "theme" SET "description" = NULL WHERE "description"->>'en' ~ '^Space of 1[0-9]{2}[*]{4}[0-9]{4}$';
UPDATE "theme" SET "name" = '{"zh": "新空间", "en": "New space"}' WHERE "name"->>'en' ~ '^Space of 1[0-9]{2}[*]{4}[0-9]{4}$';
UPDATE "tenant" SET "name" = '{"zh": "新空间", "en": "New space"}' WHERE "name"->>'en' ~ '^Space of 1[0-9]{2}[*]{4}[0-9]{4}$';
