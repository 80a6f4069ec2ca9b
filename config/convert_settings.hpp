/// What becomes of a pod that asks for NPUs in HAMi's words where claims are wanted: `dra.convert`.
///
/// Shape:  {mode: template|claim, coreDefault: policy|zero, enforceModel: true|false,
///         deviceClass: NAME}; every key optional. That the section is there turns conversion on.
/// Source: docs/dra.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "config/mapping_reader.hpp"

namespace npushare::config {

enum class ConvertMode : std::uint8_t {
  kTemplate,  // templates named by their content; Kubernetes makes, owns and deletes the claims
  kClaim,     // claims as HAMi-DRA writes them
};

/// What a container gets that names no cores.
enum class CoreDefault : std::uint8_t {
  kPolicy,  // nothing is written: the driver's default, all cores of the chip
  kZero,    // cores: "0", as annotations mean it
};

struct ConvertSettings {
  bool is_on = false;
  ConvertMode mode = ConvertMode::kTemplate;
  CoreDefault core_default = CoreDefault::kPolicy;
  std::optional<bool> enforce_model{};  // nothing: in mode template
  std::string device_class = "hami-vnpu-core.project-hami.io";

  /// Whether a claim names the chip model that the resource's name stands for.
  bool enforces_model() const { return enforce_model.value_or(mode == ConvertMode::kTemplate); }

  friend bool operator==(const ConvertSettings&, const ConvertSettings&) = default;
};

/// The section `convert` of `dra`.
ConvertSettings convert_settings_of(MappingReader& dra);

}  // namespace npushare::config
