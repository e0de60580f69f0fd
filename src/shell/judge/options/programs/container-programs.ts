import { type ProgramRow, defineToolProgram } from "./program-entry.ts"

/** What programs for containers and clusters may be given. Other sub-commands must be spelled out. */
export const containerPrograms: readonly ProgramRow[] = [
  defineToolProgram(
    "docker ps|docker images|docker logs|docker inspect|docker version|docker info|docker top|docker stats|docker port|docker diff|docker history|docker events|docker search|docker container ls|docker container list|docker container inspect|docker container logs|docker container top|docker container stats|docker image ls|docker image list|docker image inspect|docker image history|docker network ls|docker network inspect|docker volume ls|docker volume inspect|docker system df|docker system info|docker context ls|docker buildx ls|docker manifest inspect",
    {
      flags: "adflnqstv",
      valued: "",
      long: `all filter= format= last= latest no-trunc size digests follow since= tail= until= timestamps details type= no-stream tree
        human limit=`,
      takes: "text*",
    },
    { network: true },
  ),
  defineToolProgram("docker compose logs|docker compose events", {
    flags: "ft",
    valued: "n",
    long: "follow no-color no-log-prefix since= tail= timestamps until= index= json",
    takes: "text*",
  }),
  defineToolProgram(
    "docker compose ps|docker compose images|docker compose ls|docker compose top|docker compose version|docker compose port|docker compose config|docker compose up|docker compose down|docker compose start|docker compose stop|docker compose restart|docker compose build|docker compose pull",
    {
      flags: "adqtvV",
      long: `all filter= format= services status= orphans no-color no-log-prefix since= tail= timestamps until= volumes hash= images
        detach build no-build force-recreate no-recreate remove-orphans wait timeout= no-cache pull no-deps rmi= no-start
        quiet-pull abort-on-container-exit exit-code-from= attach-dependencies index= protocol= json`,
      takes: "text*",
    },
  ),
  defineToolProgram(
    "docker pull|docker tag|docker wait",
    { flags: "aq", long: "all-tags disable-content-trust platform=", takes: "text*" },
    { network: true },
  ),
  defineToolProgram(
    "docker push|docker stop|docker start|docker restart|docker rm|docker rmi|docker kill|docker pause|docker unpause|docker rename|docker update|docker container rm|docker container stop|docker container start|docker container restart|docker image rm|docker volume rm|docker volume create|docker network rm|docker network create",
    {
      flags: "afqv",
      valued: "ts",
      long: "platform= all-tags disable-content-trust time= force volumes link no-prune signal= driver= label=",
      takes: "text*",
    },
    { network: true, named: true },
  ),
  defineToolProgram(
    "docker run|podman run",
    {
      flags: "ditqP",
      valued: "hpelwu",
      long: `rm detach interactive tty init name= env= publish= workdir= user= hostname= network= memory= cpus= platform= pull= label=
        read-only restart= shm-size= stop-timeout= no-healthcheck`,
      takes: "text nested*",
    },
    { network: true, named: true },
  ),
  defineToolProgram(
    "docker build|docker buildx build",
    {
      flags: "q",
      valued: "t",
      long: "tag= no-cache pull platform= target= build-arg= label= progress= force-rm rm load check",
      runs: "-f= --file=",
      takes: "code",
    },
    {
      operand: {
        like: /^(?!.*:\/\/|git@|-$|[/~]|(?:.*\/)?\.\.(?:\/|$))/,
        why: "builds files from outside the project or from a URL: name a directory in the project",
      },
    },
  ),
  defineToolProgram(
    "kubectl get|kubectl describe|kubectl top|kubectl explain|kubectl version|kubectl cluster-info|kubectl api-resources|kubectl api-versions|kubectl config view|kubectl config current-context|kubectl config get-contexts|kubectl auth can-i|kubectl rollout status|kubectl rollout history|kubectl events",
    {
      flags: "Aw",
      valued: "nlLo",
      kinds: { code: "-f --filename" },
      long: `all-namespaces output= namespace= selector= field-selector= watch watch-only no-headers show-labels sort-by= ignore-not-found chunk-size= label-columns=
        show-kind show-managed-fields recursive api-version= client short containers context= cluster= revision=
        timeout= minify verbs= namespaced api-group= output-watch-events types= for=`,
      takes: "text*",
    },
    {
      network: true,
      never: {
        text: /^(?:-o\n|-o(?!\n)|--output[=\n])(?!json\b|yaml\b|wide\b|name\b|jsonpath=|go-template=|custom-columns=)|^(?=[^]*^(?:[\w.]+,)*secrets?(?:[/.,]|$))[^]*^(?:-\w*o|--output)[=\n]?(?:json|yaml|go-template|custom)/im,
        why: "takes its output format from a file, or prints a secret: only a rule that spells it out can allow it",
      },
    },
  ),
  defineToolProgram(
    "kubectl logs",
    {
      flags: "fp",
      valued: "cnl",
      long: `namespace= selector= follow previous tail= since= since-time= timestamps container= all-containers prefix
        max-log-requests= ignore-errors limit-bytes= context= all-pods`,
      takes: "text*",
    },
    { network: true },
  ),
  defineToolProgram(
    "kubectl cp",
    { valued: "nc", long: "namespace= container= no-preserve retries=", takes: "endpoint endpoint" },
    { network: true, named: true },
  ),
  defineToolProgram(
    "kubectl apply|kubectl diff|kubectl create|kubectl delete|kubectl scale|kubectl rollout restart|kubectl rollout undo|kubectl label|kubectl annotate",
    {
      flags: "AR",
      valued: "nl",
      kinds: { code: "-f --filename -k --kustomize" },
      long: "namespace= selector= dry-run= replicas= wait timeout= recursive server-side force-conflicts overwrite",
      takes: "text*",
    },
    { network: true, named: true, never: { text: /^(?:tokens?|secrets?)$/im, why: "may print or change a secret" } },
  ),
  defineToolProgram(
    "helm list|helm ls|helm status|helm history|helm get|helm show|helm search|helm version|helm env|helm repo list|helm lint|helm dependency list",
    {
      flags: "aAqdr",
      valued: "nm",
      long: "all all-namespaces namespace= filter= short date reverse max= revision= deployed failed pending superseded uninstalling versions devel strict",
      takes: "text*",
    },
    { network: true },
  ),
  defineToolProgram(
    "helm template",
    {
      valued: "n",
      kinds: { read: "-f --values" },
      takes: "text code",
      long: "set= set-string= namespace= show-only= include-crds api-versions= kube-version= version= release-name name-template= skip-tests dependency-update is-upgrade no-hooks",
    },
    { network: true },
  ),
]
