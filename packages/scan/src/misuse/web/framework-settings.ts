import type { MisuseRow } from "../define-misuse-rule.ts"

/** Settings of frameworks that only development needs, or that nobody should use. */
export const frameworkSettingRows: readonly MisuseRow[] = [
  {
    language: "python",
    names: /^SESSION_SERIALIZER$/,
    is: /PickleSerializer$/,
    example: 'SESSION_SERIALIZER = "django.contrib.sessions.serializers.PickleSerializer"\n',
    lookAlike: 'SESSION_SERIALIZER = "django.contrib.sessions.serializers.JSONSerializer"\n',
  },
  {
    language: "python",
    names: /^PASSWORD_HASHERS$/,
    is: /^\[[\w.]*\.(?:Unsalted)?(?:MD5|SHA1|Crypt)PasswordHasher\b/,
    example: 'PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]\n',
    lookAlike: 'PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]\n',
  },
  {
    language: "python",
    names: /^X_FRAME_OPTIONS$/,
    is: /^ALLOW/i,
    example: 'X_FRAME_OPTIONS = "ALLOWALL"\n',
    lookAlike: 'X_FRAME_OPTIONS = "DENY"\n',
  },
  {
    language: "python",
    names: /^SECURE_HSTS_SECONDS$/,
    is: /^0$/,
    // The settings of a project: a framework's own defaults list no apps.
    inFile: /^INSTALLED_APPS = [[(]\s*["']/m,
    example: 'INSTALLED_APPS = ["shop"]\nSECURE_HSTS_SECONDS = 0\n',
    lookAlike: "INSTALLED_APPS = []\nSECURE_HSTS_SECONDS = 0\n",
  },
  {
    language: "python",
    calls: ["fastapi.FastAPI", "starlette.applications.Starlette", "tornado.web.Application"],
    where: { debug: /^true$/ },
    example: "from fastapi import FastAPI\napp = FastAPI(debug=True)\n",
    lookAlike: "from fastapi import FastAPI\napp = FastAPI(debug=settings.debug)\n",
  },
  {
    language: "python",
    calls: [".add_static", "aiohttp.web.static"],
    where: { follow_symlinks: /^true$/ },
    example: 'app.router.add_static("/static", "static", follow_symlinks=True)\n',
    lookAlike: 'app.router.add_static("/static", "static")\n',
  },
]
