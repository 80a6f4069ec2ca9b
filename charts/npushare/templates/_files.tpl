{{- /* npushare.yaml: what the chart decides, and the settings of .Values.config. */ -}}
{{- define "npushare.settings" -}}
{{- $own := dict "listen" (printf "0.0.0.0:%d" (int .Values.service.port)) "admin" (dict "auth" .Values.admin.auth) -}}
{{- $_ := set $own "leaderElection" (dict "namespace" .Release.Namespace "name" (include "npushare.name" .)) -}}
{{- if eq .Values.deviceConfig.from "configMap" -}}
{{- $_ := set $own "deviceConfigMap" (pick .Values.deviceConfig "namespace" "name" "key") -}}
{{- end -}}
{{- if ne .Values.tls.from "none" -}}
{{- $tls := dict "certFile" "/etc/npushare/tls/tls.crt" "keyFile" "/etc/npushare/tls/tls.key" -}}
{{- if .Values.tls.clientAuth }}{{ $_ := set $tls "clientCAFile" "/etc/npushare/tls/ca.crt" }}{{ end -}}
{{- $_ := set $own "tls" $tls -}}
{{- end -}}
{{- toYaml (merge $own .Values.config) -}}
{{- end }}

{{- /* Settings that need a restart, and those only: for the rest the mounted file is read again while npushare runs. */ -}}
{{- define "npushare.restartSettings" -}}
{{- toYaml (omit (include "npushare.settings" . | fromYaml) "policy" "filter" "lock" "reservedMemoryMiB" "bind" "log" "volcano" "nodeResources") -}}
{{- end }}

{{- /* The managedResources of the chips in .Values.kubeScheduler.chips. */ -}}
{{- define "npushare.managedResources" -}}
{{- range .Values.kubeScheduler.chips }}
- {name: {{ . }}, ignoredByScheduler: false}
- {name: {{ . }}-memory, ignoredByScheduler: true}
- {name: {{ . }}-core, ignoredByScheduler: true}
{{- end }}
{{- end }}

{{- /* KubeSchedulerConfiguration: the example, with this release's address, chips, Lease and profile. */ -}}
{{- define "npushare.schedulerSettings" -}}
{{- $file := .Files.Get "files/kube-scheduler.yaml" | fromYaml -}}
{{- $extender := first $file.extenders -}}
{{- $host := include "npushare.host" . -}}
{{- $isOwn := eq .Values.kubeScheduler.mode "deployment" -}}
{{- $reached := ternary $host (.Values.service.clusterIP | default $host) $isOwn -}}
{{- $_ := set $extender "urlPrefix" (printf "%s://%s:%d" (include "npushare.scheme" .) $reached (int .Values.service.port)) -}}
{{- $_ := set $extender "managedResources" (include "npushare.managedResources" . | fromYamlArray) -}}
{{- if eq .Values.tls.from "none" -}}
{{- $_ := unset $extender "enableHTTPS" }}{{ $_ := unset $extender "tlsConfig" -}}
{{- else -}}
{{- $tls := dict "serverName" $host "caFile" "/etc/kubernetes/npushare/ca.crt" -}}
{{- if .Values.tls.clientAuth -}}
{{- $_ := set $tls "certFile" "/etc/kubernetes/npushare/tls.crt" }}{{ $_ := set $tls "keyFile" "/etc/kubernetes/npushare/tls.key" -}}
{{- end -}}
{{- $_ := set $extender "tlsConfig" $tls -}}
{{- end -}}
{{- if $isOwn -}}
{{- $election := dict "leaderElect" true "resourceName" (include "npushare.scheduler" .) "resourceNamespace" .Release.Namespace -}}
{{- $_ := set $file "leaderElection" $election -}}
{{- $_ := set $file "profiles" (list (dict "schedulerName" .Values.kubeScheduler.schedulerName)) -}}
{{- end -}}
{{- toYaml $file -}}
{{- end }}

{{- /* volcano-scheduler.conf: yours as it is, or the example with this release's address and ConfigMap. */ -}}
{{- define "npushare.volcanoConf" -}}
{{- if .Values.volcano.conf }}{{ .Values.volcano.conf -}}
{{- else -}}
{{- $url := printf "%s://%s:%d/volcano" (include "npushare.scheme" .) (include "npushare.host" .) (int .Values.service.port) -}}
{{- $geometries := printf "KnownGeometriesCMNamespace: %s" .Values.deviceConfig.namespace -}}
{{- .Files.Get "files/volcano-scheduler.conf" | replace "https://npushare.kube-system.svc:8080/volcano" $url
  | replace "KnownGeometriesCMNamespace: kube-system" $geometries
  | replace "KnownGeometriesCMName: hami-scheduler-device" (printf "KnownGeometriesCMName: %s" .Values.deviceConfig.name) -}}
{{- end -}}
{{- end }}
